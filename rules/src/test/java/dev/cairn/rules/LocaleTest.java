package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Text that is stored, compared, parsed or sent to a database does not depend on the default locale
 * of the process: in {@code ar-EG}, {@code "%d".formatted(1)} is a digit that another process does
 * not look for. Only messages of exceptions may have such directives.
 */
class LocaleTest {
  /** Not published; what they print is read by the people who run them. */
  private static final Set<String> FOR_DEVELOPERS = Set.of("benchmarks", "simulation", "testkit");

  private static final Pattern DIRECTIVE =
      Pattern.compile("%(\\d+\\$)?[-#+ 0,(<]*\\d*(\\.\\d+)?([dfeEgGaASB]|[tT][A-Za-z])");
  private static final Pattern ALLOWED =
      Pattern.compile("Locale\\.ROOT|(Exception|Error)\\(|CommandException\\.\\w+\\(");
  private static final Pattern TYPE =
      Pattern.compile(
          "\\b(NumberFormat|DecimalFormat|MessageFormat|SimpleDateFormat|Collator|Formatter)\\b"
              + "|DateTimeFormatter\\s*\\.\\s*ofPattern\\((?![^;]*Locale\\.ROOT)"
              + "|Locale\\.getDefault|to(Lower|Upper)Case\\(\\)");
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*(?s:.*?)\\*/|\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])+'|[;{}]");

  @Test
  void onlyMessagesOfExceptionsDependOnTheLocale() throws IOException {
    List<String> found = new ArrayList<>();
    int files = 0;
    Set<String> modules = new TreeSet<>(Modules.ofRootPom());
    modules.removeAll(FOR_DEVELOPERS);
    for (String module : modules) {
      Path main = Path.of("..", module, "src", "main", "java");
      if (Files.isDirectory(main)) {
        try (Stream<Path> sources = Files.walk(main)) {
          for (Path each : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
            files++;
            problems(Files.readString(each)).forEach(problem -> found.add(each + ": " + problem));
          }
        }
      }
    }
    int looked = files;
    assertTrue(looked > 400, () -> "only " + looked + " files");
    assertEquals(
        List.of(), found, "write %s for a number, or String.format(Locale.ROOT, …) for its form");
  }

  @Test
  void theRuleFindsWhatItForbids() {
    assertEquals(1, problems("return \"%s/%d\".formatted(name, number);").size());
    assertEquals(1, problems("fail(x); var a = String.format(\"%.1f\", ratio);").size());
    assertEquals(1, problems("String s = \"\"\"\n limit = %d\n\"\"\".formatted(1);").size());
    assertEquals(1, problems("throw new AException(a); b = \"%05d\".formatted(1);").size());
    assertEquals(1, problems("name.toLowerCase();").size());
    assertEquals(1, problems("var a = DateTimeFormatter.ofPattern(\"yyyy\");").size());
    assertEquals(List.of(), problems("throw new AException(\"at %d\".formatted(1));"));
    assertEquals(List.of(), problems("String.format(Locale.ROOT, \"%,d\", 1);"));
    assertEquals(
        List.of(), problems("a(\"%s-%016x, %d%%\".formatted(1, 2)); // %d".replace("%d", "")));
    assertEquals(List.of(), problems("// \"%d\"\n/* \"%d\" */ char c = '\"'; f(\"100%% done\");"));
  }

  /** What in {@code source} depends on the locale. */
  private static List<String> problems(String source) {
    List<String> found = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    int from = 0;
    var token = TOKEN.matcher(source);
    while (token.find()) {
      statement.append(source, from, token.start());
      from = token.end();
      String text = token.group();
      if (text.startsWith("\"")) {
        boolean isDependent = DIRECTIVE.matcher(text.replace("%%", "")).find();
        if (isDependent && !ALLOWED.matcher(statement).find()) {
          found.add(text);
        }
      } else if (text.length() == 1) {
        addTypes(statement, found);
        statement.setLength(0);
      }
    }
    addTypes(statement.append(source.substring(from)), found);
    return found;
  }

  private static void addTypes(CharSequence code, List<String> found) {
    var type = TYPE.matcher(code);
    while (type.find()) {
      found.add(type.group());
    }
  }
}
