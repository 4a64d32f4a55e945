package dev.cairn.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the manual page from the commands, in the macros of {@code man(7)}. */
final class ManPage {
  private final StringBuilder page = new StringBuilder();

  private ManPage() {}

  static String of(CommandLine root) {
    ManPage written = new ManPage();
    written.write(root.getCommandSpec());
    return written.page.toString();
  }

  private void write(CommandSpec root) {
    line(".\\\" Written from the commands by ManPageTest; do not edit.");
    line(".TH CAIRN 1 \"\" \"Cairn\" \"Cairn\"");
    line(".SH NAME");
    line("cairn \\- " + escaped("serves and looks after Iceberg catalogs on any database"));
    line(".SH SYNOPSIS");
    line(".B cairn");
    line("[" + escaped("OPTIONS") + "] COMMAND");
    line(".SH DESCRIPTION");
    text(root.usageMessage().description());
    line(".SH OPTIONS");
    line("All commands take these.");
    root.options().forEach(this::option);
    line(".SH COMMANDS");
    commands(root, root.name());
    line(".SH EXIT STATUS");
    List<String> footer = Arrays.asList(root.usageMessage().footer());
    text(footer.subList(footer.indexOf("") + 1, footer.size()).toArray(String[]::new));
    line(".SH EXAMPLES");
    examples(footer.subList(0, footer.indexOf("")));
    line(".SH ENVIRONMENT");
    line(".TP");
    line(".B CAIRN_\\fI...\\fR");
    text("A setting, in capitals with underscores: CAIRN_BACKEND is cairn.backend.");
    line(".TP");
    line(".B CAIRN_CLASSPATH");
    text("Jars to add to the class path, such as a backend of your own.");
    line(".TP");
    line(".B JAVA_HOME");
    text("The Java to use, 17 or later; otherwise the one on the path.");
  }

  private void commands(CommandSpec parent, String path) {
    for (CommandLine each : parent.subcommands().values()) {
      CommandSpec spec = each.getCommandSpec();
      if (spec.usageMessage().hidden()) {
        continue;
      }
      String name = path + " " + spec.name();
      if (spec.subcommands().isEmpty()) {
        command(spec, name);
      } else {
        commands(spec, name);
      }
    }
  }

  private void command(CommandSpec spec, String name) {
    List<OptionSpec> own =
        spec.options().stream()
            .filter(each -> !each.inherited() && !each.hidden())
            .filter(each -> !each.usageHelp() && !each.versionHelp())
            .toList();
    List<PositionalParamSpec> parameters =
        spec.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    String labels =
        parameters.stream()
            .map(each -> each.required() ? each.paramLabel() : "[" + each.paramLabel() + "]")
            .collect(Collectors.joining(" "));
    line(".SS " + quoted((name + " " + labels).strip()));
    text(spec.usageMessage().description());
    for (PositionalParamSpec each : parameters) {
      line(".TP");
      line(".I " + escaped(each.paramLabel()));
      text(each.description());
    }
    own.forEach(this::option);
    if (spec.usageMessage().footer().length > 0) {
      examples(Arrays.asList(spec.usageMessage().footer()));
    }
  }

  private void option(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .sorted((a, b) -> Integer.compare(a.length(), b.length()))
            .map(each -> "\\fB" + escaped(each) + "\\fR")
            .collect(Collectors.joining(", "));
    boolean hasValue = option.arity().max() > 0;
    line(".TP");
    line(names + (hasValue ? " \\fI" + escaped(option.paramLabel()) + "\\fR" : ""));
    text(option.description());
  }

  private void examples(List<String> lines) {
    line(".PP");
    line(".nf");
    lines.forEach(each -> line(protectedStart(escaped("    " + each.strip()))));
    line(".fi");
  }

  private void text(String... sentences) {
    String joined = String.join(" ", sentences).replace("%n", " ").replace("%%", "%").strip();
    if (!joined.isEmpty()) {
      line(protectedStart(escaped(joined)));
    }
  }

  private static String quoted(String text) {
    return "\"" + escaped(text).replace("\"", "\\(dq") + "\"";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }

  /** A point or an apostrophe at the start of a line would be a request to the formatter. */
  private static String protectedStart(String text) {
    return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
