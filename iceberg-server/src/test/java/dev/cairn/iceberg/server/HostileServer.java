package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server with small bounds, and the checks that an attack has left nothing behind. */
final class HostileServer implements AutoCloseable {
  private static final Pattern PREFIX = Pattern.compile("\"prefix\":\"([^\"]+)\"");

  /** Only a value that never comes takes this long. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Logger ROOT = Logger.getLogger("");

  private final ServerFixture fixture;
  private final String prefix;
  private final List<LogRecord> alarms = new CopyOnWriteArrayList<>();
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          // Jetty reports some malformed heads in one line, which is no alarm.
          boolean isOwn = String.valueOf(entry.getLoggerName()).startsWith("dev.cairn");
          boolean isSevere = entry.getLevel().intValue() >= Level.WARNING.intValue();
          if (isSevere && (isOwn || entry.getThrown() != null)) {
            alarms.add(entry);
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  HostileServer(Path directory, Map<String, String> settings) throws IOException {
    this.fixture = new ServerFixture(directory, directory, quiet(settings), Map.of());
    ROOT.addHandler(log);
    try (HostileClient client = connect()) {
      client.send("GET /v1/config?warehouse=main HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Matcher found = PREFIX.matcher(client.read().body());
      assertEquals(true, found.find());
      this.prefix = found.group(1);
    }
  }

  private static Map<String, String> quiet(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("cairn.server.access-log", "false");
    return all;
  }

  ServerFixture fixture() {
    return fixture;
  }

  HostileClient connect() throws IOException {
    return new HostileClient(fixture.server.port());
  }

  HostileClient connect(int receiveBytes) throws IOException {
    return new HostileClient(fixture.server.port(), receiveBytes);
  }

  /** {@code request} with the prefix of the warehouse for {@code {p}}. */
  String filled(String request) {
    return request.replace("{p}", prefix);
  }

  /** The sum of all values of a metric whose name and tags begin with {@code start}. */
  double metric(String start) throws IOException {
    try (HostileClient client = new HostileClient(fixture.server.managementPort())) {
      client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      return client
          .read()
          .body()
          .lines()
          .filter(line -> line.startsWith(start))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    }
  }

  /** Waits until a metric has a value. */
  void awaitMetric(String start, double value) throws IOException {
    long begin = System.nanoTime();
    double found = metric(start);
    while (found != value && System.nanoTime() - begin < PATIENCE.toNanos()) {
      found = metric(start);
    }
    assertEquals(value, found, start);
  }

  /** The server answers another client, holds nothing of an attack, and has logged no alarm. */
  void checkUnharmed() throws IOException {
    try (HostileClient client = connect()) {
      client.send(filled("GET /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\n\r\n"));
      assertEquals(200, client.read().status());
    }
    awaitMetric("cairn_server_active", 0);
    awaitMetric("cairn_server_buffered", 0);
    List<LogRecord> found = List.copyOf(alarms);
    alarms.removeAll(found);
    assertEquals(
        List.of(), found.stream().map(each -> each.getMessage() + " " + each.getThrown()).toList());
  }

  @Override
  public void close() {
    ROOT.removeHandler(log);
    fixture.close();
  }
}
