package dev.cairn.benchmarks.compare;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The options of the program.
 *
 * @param reportOnly whether to generate pages from existing figures without measuring
 */
record Options(
    Plan plan, Path out, boolean json, boolean reportOnly, List<String> jvm, String command) {
  static final String USAGE =
      """
      usage: Compare --quick | --full | --report
        --quick       about 5 minutes, up to 1,000,000 keys
        --full        about 25 minutes, up to 10,000,000 keys
        --report      measures nothing, makes the pages again of the figures in --out
        --only 1,2    only these workloads; the figures of others that are in --out stay
        --out DIR     where figures, pages and plots go (benchmarks/compare)
        --json        prints all figures of --out as JSON, and progress to the error output
        --jvm "…"     options of the two virtual machines""";

  private static final String JVM = "-Xms5g -Xmx5g -XX:+UseParallelGC -XX:+AlwaysPreTouch";

  static Options parse(List<String> args) {
    String mode = "";
    Set<Integer> only = new TreeSet<>();
    Path out = Path.of("benchmarks", "compare");
    String jvm = JVM;
    boolean json = false;
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      switch (arg) {
        case "--quick", "--full", "--report" -> mode = arg.substring(2);
        case "--json" -> json = true;
        case "--out" -> out = Path.of(value(args, ++i));
        case "--jvm" -> jvm = value(args, ++i);
        case "--only" -> only.addAll(numbers(value(args, ++i)));
        default -> throw new IllegalArgumentException("unknown argument: " + arg);
      }
    }
    if (mode.isEmpty()) {
      throw new IllegalArgumentException("one of --quick, --full and --report is needed");
    }
    Plan plan = mode.equals("full") ? Plan.full() : Plan.quick();
    return new Options(
        only.isEmpty() ? plan : plan.only(only),
        out,
        json,
        mode.equals("report"),
        Arrays.asList(jvm.split(" ")),
        String.join(" ", args));
  }

  private static String value(List<String> args, int index) {
    if (index >= args.size()) {
      throw new IllegalArgumentException(args.get(index - 1) + " needs a value");
    }
    return args.get(index);
  }

  private static List<Integer> numbers(String text) {
    try {
      return Arrays.stream(text.split(",")).map(String::strip).map(Integer::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no numbers of workloads: " + text, e);
    }
  }

  PrintStream progress() {
    return json ? System.err : System.out;
  }

  /** How the figures were measured, for readers. */
  Map<String, String> describe() {
    Map<String, String> setting = new TreeMap<>();
    setting.put("arguments", command);
    setting.put("machine", Machine.describe());
    setting.put("options of both virtual machines", String.join(" ", jvm));
    setting.put(
        "rounds",
        "%d of %.1f s for commits, %.1f s for other work, after at most %.1f s unmeasured, six times that for new work"
            .formatted(plan.rounds(), plan.seconds(), plan.shortSeconds(), plan.warmUpSeconds()));
    return setting;
  }
}
