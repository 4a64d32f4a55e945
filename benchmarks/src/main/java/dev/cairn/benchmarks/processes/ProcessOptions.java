package dev.cairn.benchmarks.processes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The options of the program.
 *
 * @param database of which a server is started; empty if the settings name one that is running
 * @param settings of the store, as {@code key=value}
 * @param processes how many commit at once, one number after the other
 * @param delayMicros how much longer each call takes
 * @param slotMillis how long processes with references of their own commit in turns; 0 for no such
 *     rounds
 */
record ProcessOptions(
    Optional<LocalDatabase> database,
    List<String> settings,
    List<Integer> processes,
    int callers,
    double seconds,
    int rounds,
    int delayMicros,
    int slotMillis) {
  static final String USAGE =
      """
      usage: ProcessBenchmark --database NAME | --set KEY=VALUE ...
        --database NAME    starts a server: dynamodb, cassandra or postgresql; first run
                           mvn -B -ntp -DskipTests -Pservers package
        --set KEY=VALUE    a setting of the store, as often as needed; the database must be empty
        --processes 1,3,5  how many processes commit at once
        --callers 16       how many threads commit in each process, without a pause
        --seconds 6        how long a round is measured, after two unmeasured seconds
        --rounds 3         how many rounds; they alternate between the numbers of processes
        --delay-ms 0       how much longer each call takes, in whole or broken milliseconds
        --slots-ms 0       also measures processes that commit to references of their own, but only
                           one at a time, for so many milliseconds each""";

  static ProcessOptions parse(List<String> args) {
    Optional<LocalDatabase> database = Optional.empty();
    List<String> settings = new ArrayList<>();
    List<Integer> processes = List.of(1, 3, 5);
    int callers = 16;
    double seconds = 6;
    int rounds = 3;
    int delayMicros = 0;
    int slotMillis = 0;
    for (int i = 0; i < args.size(); i += 2) {
      String name = args.get(i);
      if (i + 1 == args.size()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      String value = args.get(i + 1);
      try {
        switch (name) {
          case "--database" -> database = Optional.of(LocalDatabase.named(value));
          case "--set" -> settings.add(checked(value));
          case "--processes" ->
              processes = Arrays.stream(value.split(",", -1)).map(Integer::valueOf).toList();
          case "--callers" -> callers = Integer.parseInt(value);
          case "--seconds" -> seconds = Double.parseDouble(value);
          case "--rounds" -> rounds = Integer.parseInt(value);
          case "--delay-ms" -> delayMicros = (int) Math.round(1e3 * Double.parseDouble(value));
          case "--slots-ms" -> slotMillis = Integer.parseInt(value);
          default -> throw new IllegalArgumentException("unknown argument: " + name);
        }
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("%s is no number: %s".formatted(name, value), e);
      }
    }
    if (database.isEmpty() && settings.isEmpty()) {
      throw new IllegalArgumentException("one of --database and --set is needed");
    }
    if (callers < 1 || seconds <= 0 || rounds < 1 || delayMicros < 0 || slotMillis < 0) {
      throw new IllegalArgumentException("callers, seconds and rounds must be positive");
    }
    if (processes.stream().anyMatch(count -> count < 1)) {
      throw new IllegalArgumentException("--processes has a number below one");
    }
    return new ProcessOptions(
        database,
        List.copyOf(settings),
        processes,
        callers,
        seconds,
        rounds,
        delayMicros,
        slotMillis);
  }

  private static String checked(String setting) {
    if (setting.indexOf('=') < 1) {
      throw new IllegalArgumentException("not of the form KEY=VALUE: " + setting);
    }
    return setting;
  }
}
