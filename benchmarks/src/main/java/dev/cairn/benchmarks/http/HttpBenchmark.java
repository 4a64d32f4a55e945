package dev.cairn.benchmarks.http;

import dev.cairn.benchmarks.Scratch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Measures a Cairn server and Iceberg's reference server over HTTP, and prints tables: rates, and
 * the processor time of the server for each request.
 *
 * <p>Both servers run with the heap of {@code cairn.bench.heap} (512m), Cairn on RocksDB and the
 * reference on SQLite. Both force every commit to the disk, and write metadata files by the same
 * code. Rounds take turns and last {@code cairn.bench.seconds}, after each server has answered each
 * kind of request for {@code cairn.bench.warm-up} seconds (changes) or a third of that (reads).
 * {@code cairn.bench.changes-only} leaves out reads, which leaves time to warm up for longer. With
 * {@code cairn.bench.profile=COMMIT} or another {@link RequestKind} it prints instead where the
 * Java code of Cairn spends its time in these requests. The argument is a directory, below which
 * all files are.
 */
public final class HttpBenchmark {
  private static final int MANY = 16;
  private static final double TO_MILLIS = 100;

  private final MeasuredServer cairn;
  private final MeasuredServer reference;
  private final Times times;
  private final boolean isChangesOnly = Boolean.getBoolean("cairn.bench.changes-only");
  private final PrintStream out;

  /**
   * How long it measures.
   *
   * @param warmUp seconds in which each server answers each kind of change before it is measured
   * @param seconds the length of a round
   * @param rounds how many there are of each
   */
  record Times(double warmUp, double seconds, int rounds) {}

  private HttpBenchmark(
      MeasuredServer cairn, MeasuredServer reference, Times times, PrintStream out) {
    this.cairn = cairn;
    this.reference = reference;
    this.times = times;
    this.out = out;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws IOException {
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "2"));
    double warmUp = Double.parseDouble(System.getProperty("cairn.bench.warm-up", "12"));
    Times times = new Times(warmUp, seconds, 3);
    String heap = System.getProperty("cairn.bench.heap", "512m");
    String profile = System.getProperty("cairn.bench.profile", "");
    List<String> flags = List.of("-Xms" + heap, "-Xmx" + heap);
    Path directory = Path.of(args.length == 0 ? System.getProperty("java.io.tmpdir") : args[0]);
    try (Scratch scratch = Scratch.below(directory.toAbsolutePath())) {
      if (profile.isEmpty()) {
        run(scratch.path(), flags, times, System.out);
      } else {
        profile(scratch.path(), flags, times, RequestKind.valueOf(profile), System.out);
      }
    }
  }

  /** Compares both servers. */
  static void run(Path directory, List<String> flags, Times times, PrintStream out)
      throws IOException {
    Path ours = Files.createDirectory(directory.resolve("cairn"));
    Path theirs = Files.createDirectory(directory.resolve("reference"));
    try (MeasuredServer cairn = MeasuredServer.cairn(ours, flags);
        MeasuredServer reference = MeasuredServer.reference(theirs, flags)) {
      HttpTables.prepare(cairn, MANY);
      HttpTables.prepare(reference, MANY);
      new HttpBenchmark(cairn, reference, times, out).compare();
    }
  }

  private static void profile(
      Path directory, List<String> flags, Times times, RequestKind kind, PrintStream out)
      throws IOException {
    List<String> all = new ArrayList<>(flags);
    all.add("-XX:StartFlightRecording=settings=profile");
    try (MeasuredServer cairn = MeasuredServer.cairn(directory, all)) {
      HttpTables.prepare(cairn, MANY);
      try (HttpClients clients = new HttpClients(cairn, kind, MANY)) {
        var unused = clients.round(times.warmUp());
        Map<String, Duration> before = cairn.cpuByThreads();
        long begun = System.currentTimeMillis();
        double seconds = 5 * times.seconds();
        HttpClients.Round round = clients.round(seconds);
        double requests = round.rate() * seconds;
        printThreads(kind, cairn, before, requests, out);
        printClients(round, out);
        Path recording = directory.resolve("profile.jfr");
        cairn.dumpProfile(recording);
        out.printf("%nIts Java code, by the topmost frame that says what it is for%n%n");
        ProfileTable.print(recording, begun, out);
      }
    }
  }

  private void compare() {
    for (RequestKind kind : kinds()) {
      warmUp(cairn, kind);
      if (!kind.isKeyed()) {
        warmUp(reference, kind);
      }
    }
    out.println(
        "| request | clients | Cairn /s | p99 ms | CPU us | with keys /s | p99 ms | CPU us |"
            + " reference /s | p99 ms | CPU us | its CPU to Cairn's |");
    out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (RequestKind kind : kinds()) {
      if (!kind.isKeyed()) {
        compare(kind, 1);
        compare(kind, MANY);
      }
    }
    for (RequestKind kind : List.of(RequestKind.COMMIT, RequestKind.LOAD_ALL)) {
      if (kinds().contains(kind)) {
        printThreadsOf(kind, cairn);
        printThreadsOf(kind, reference);
      }
    }
  }

  private List<RequestKind> kinds() {
    return Stream.of(RequestKind.values())
        .filter(kind -> kind.isChange() || !isChangesOnly)
        .toList();
  }

  // Changes are fewer in a second, and need longer until all their code is compiled.
  private void warmUp(MeasuredServer server, RequestKind kind) {
    try (HttpClients clients = new HttpClients(server, kind, MANY)) {
      var unused = clients.round(kind.isChange() ? times.warmUp() : times.warmUp() / 3);
    }
  }

  private void compare(RequestKind kind, int clients) {
    boolean hasKeys = kind.isChange();
    List<HttpClients.Round> plain = new ArrayList<>();
    List<HttpClients.Round> keyed = new ArrayList<>();
    List<HttpClients.Round> theirs = new ArrayList<>();
    for (int i = 0; i < times.rounds(); i++) {
      plain.add(round(cairn, kind, clients));
      if (hasKeys) {
        keyed.add(round(cairn, kind.keyed(), clients));
      }
      theirs.add(round(reference, kind, clients));
    }
    out.printf(
        "| %s | %s | %s | %s | %s | %.1f |%n",
        kind.title(),
        clients,
        columns(plain),
        hasKeys ? columns(keyed) : "| | ",
        columns(theirs),
        median(theirs, HttpClients.Round::cpuMicros) / median(plain, HttpClients.Round::cpuMicros));
  }

  private HttpClients.Round round(MeasuredServer server, RequestKind kind, int clients) {
    try (HttpClients all = new HttpClients(server, kind, clients)) {
      return all.round(times.seconds());
    }
  }

  private static String columns(List<HttpClients.Round> rounds) {
    return "%,.0f | %.1f | %,.0f"
        .formatted(
            median(rounds, HttpClients.Round::rate),
            median(rounds, round -> round.latencies().millis(TO_MILLIS)),
            median(rounds, HttpClients.Round::cpuMicros));
  }

  private static double median(
      List<HttpClients.Round> rounds, ToDoubleFunction<HttpClients.Round> what) {
    return rounds.stream().mapToDouble(what).sorted().toArray()[rounds.size() / 2];
  }

  private void printThreadsOf(RequestKind kind, MeasuredServer server) {
    try (HttpClients clients = new HttpClients(server, kind, MANY)) {
      Map<String, Duration> before = server.cpuByThreads();
      HttpClients.Round round = clients.round(times.seconds());
      printThreads(kind, server, before, round.rate() * times.seconds(), out);
      printClients(round, out);
    }
  }

  private static void printClients(HttpClients.Round round, PrintStream out) {
    out.printf("The clients themselves, us a request: %.0f%n", round.clientMicros());
  }

  /** What the threads of {@code server} have used since {@code before}, for each request. */
  private static void printThreads(
      RequestKind kind,
      MeasuredServer server,
      Map<String, Duration> before,
      double requests,
      PrintStream out) {
    out.printf("%nThreads of %s, %s, %s clients, us a request:", server.name(), kind.title(), MANY);
    server.cpuByThreads().entrySet().stream()
        .map(
            each ->
                Map.entry(
                    each.getKey(),
                    each.getValue()
                            .minus(before.getOrDefault(each.getKey(), Duration.ZERO))
                            .toNanos()
                        / 1e3
                        / requests))
        .filter(each -> each.getValue() >= 0.5)
        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
        .forEach(each -> out.printf(" %s %.0f;", each.getKey(), each.getValue()));
    out.println();
  }
}
