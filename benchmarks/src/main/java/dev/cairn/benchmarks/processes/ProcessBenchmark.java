package dev.cairn.benchmarks.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.benchmarks.ChildProgram;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures how processes share a reference on a real database, and prints a table.
 *
 * <p>Each process is a JVM with a small heap whose callers commit without a pause. For each number
 * of processes there is a round on one reference, and one in which each process has a reference of
 * its own: what the database and the processors allow when nothing is shared. With {@code
 * --slots-ms} there is a third, in which only one process commits at a time, to a reference of its
 * own: what is left when processes alternate and need nothing of each other. All processes run from
 * the beginning, so that one process alone is measured with code that is as well compiled.
 */
public final class ProcessBenchmark implements AutoCloseable {
  private static final String SHARED = "shared";
  private static final double LEAD_SECONDS = 2;
  private static final double WARM_UP_SECONDS = 8;
  private static final long PATIENCE_SECONDS = 180;
  private static final List<String> SMALL =
      List.of(
          "-Xms192m",
          "-Xmx192m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Dslf4j.internal.verbosity=ERROR");
  private static final List<String> SERVER =
      List.of(
          "-Xmx768m",
          "-XX:+UseSerialGC",
          "-Djava.util.logging.config.file=testkit/logging/quiet.properties");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /**
   * The processes of a round.
   *
   * @param isShared whether they commit to one reference
   * @param slotMillis how long each commits in turns by the clock; 0 for all at once
   */
  private record Setup(int processes, boolean isShared, int slotMillis) {
    Setup(int processes, boolean isShared) {
      this(processes, isShared, 0);
    }

    String reference() {
      return isShared ? "one" : slotMillis == 0 ? "own" : "own, in turns by the clock";
    }
  }

  private final ProcessOptions options;
  private final List<ChildProgram> children = new ArrayList<>();
  private final List<ChildProgram> committers = new ArrayList<>();
  private final Map<Setup, SharedRounds> rounds = new LinkedHashMap<>();

  private ProcessBenchmark(ProcessOptions options) {
    this.options = options;
  }

  /** Runs the benchmark; the usage is in {@link ProcessOptions#USAGE}. */
  public static void main(String[] args) throws Exception {
    ProcessOptions options;
    try {
      options = ProcessOptions.parse(List.of(args));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + System.lineSeparator() + ProcessOptions.USAGE);
      System.exit(2);
      return;
    }
    try (ProcessBenchmark benchmark = new ProcessBenchmark(options)) {
      benchmark.run();
    }
  }

  private void run() throws JsonProcessingException {
    start();
    for (int i = 0; i < options.rounds(); i++) {
      for (int processes : options.processes()) {
        measure(new Setup(processes, true));
        if (processes > 1) {
          measure(new Setup(processes, false));
          if (options.slotMillis() > 0) {
            measure(new Setup(processes, false, options.slotMillis()));
          }
        }
      }
    }
    print();
  }

  private void start() throws JsonProcessingException {
    List<String> settings = new ArrayList<>();
    if (options.database().isPresent()) {
      settings.addAll(serve(options.database().get()));
    }
    settings.addAll(options.settings());
    try (Backend backend = Backends.discover().open(Committers.configuration(settings))) {
      backend.createSchema();
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(options.delayMicros()));
    arguments.addAll(settings);
    for (int i = 0; i < Collections.max(options.processes()); i++) {
      ChildProgram child =
          ChildProgram.start(
              "process " + i,
              SMALL,
              System.getProperty("java.class.path"),
              Committers.class.getName(),
              arguments.toArray(String[]::new));
      children.add(child);
      committers.add(child);
    }
    for (int i = 0; i < committers.size(); i++) {
      create(committers.get(i), own(i));
    }
    create(committers.get(0), SHARED);
    var unused = round(new Setup(committers.size(), false), 0, WARM_UP_SECONDS);
    var unusedToo = round(new Setup(committers.size(), true), 0, WARM_UP_SECONDS);
  }

  // A server's answer is its settings.
  private List<String> serve(LocalDatabase database) throws JsonProcessingException {
    ChildProgram server =
        ChildProgram.start(database.toString(), SERVER, database.classPath(), database.program());
    children.add(server);
    Map<?, ?> answer = JSON.readValue(server.answer(PATIENCE_SECONDS), Map.class);
    return answer.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
  }

  private static void create(ChildProgram child, String reference) throws JsonProcessingException {
    child.send(JSON.writeValueAsString(CommitterOrder.creating(reference)));
    var unused = child.answer(PATIENCE_SECONDS);
  }

  private static String own(int process) {
    return "own-" + process;
  }

  private void measure(Setup setup) throws JsonProcessingException {
    double unused = SYSTEM.getCpuLoad(); // since the last call
    List<RoundFigures> figures = round(setup, LEAD_SECONDS, options.seconds());
    double busy = SYSTEM.getCpuLoad();
    rounds.computeIfAbsent(setup, key -> new SharedRounds(options.seconds())).add(figures, busy);
  }

  private List<RoundFigures> round(Setup setup, double leadSeconds, double seconds)
      throws JsonProcessingException {
    List<ChildProgram> active = committers.subList(0, setup.processes);
    for (int i = 0; i < active.size(); i++) {
      String reference = setup.isShared ? SHARED : own(i);
      CommitterOrder order =
          new CommitterOrder(
              reference,
              options.callers(),
              leadSeconds,
              seconds,
              setup.slotMillis,
              i,
              setup.processes);
      active.get(i).send(JSON.writeValueAsString(order));
    }
    List<RoundFigures> figures = new ArrayList<>();
    for (ChildProgram child : active) {
      String answer = child.answer((long) (leadSeconds + seconds) + PATIENCE_SECONDS);
      figures.add(JSON.readValue(answer, RoundFigures.class));
    }
    return figures;
  }

  private void print() {
    System.out.println(SharedRounds.HEADER);
    SharedRounds alone = rounds.get(new Setup(1, true));
    rounds.forEach(
        (setup, each) ->
            System.out.println(
                each.row(
                    setup.processes,
                    setup.reference(),
                    alone == null ? Double.NaN : alone.rate())));
  }

  /** Ends the processes before the server. */
  @Override
  public void close() {
    Collections.reverse(children);
    children.forEach(ChildProgram::close);
  }
}
