package dev.cairn.benchmarks.http;

import dev.cairn.benchmarks.Latencies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Clients of one server, each with a connection of its own, that repeat one kind of request. */
final class HttpClients implements AutoCloseable {
  /**
   * The results of one round.
   *
   * @param rate how many requests in a second
   * @param cpuMicros the processor time of the server for each
   * @param clientMicros the processor time of the clients for each
   */
  record Round(double rate, double cpuMicros, double clientMicros, Latencies latencies) {}

  // Numbers are never used again: some become names of tables.
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final MeasuredServer server;
  private final RequestKind kind;
  private final List<HttpConnection> connections = new ArrayList<>();
  private final List<RequestTemplate> templates = new ArrayList<>();

  HttpClients(MeasuredServer server, RequestKind kind, int clients) {
    this.server = server;
    this.kind = kind;
    try {
      for (int i = 0; i < clients; i++) {
        HttpConnection connection = new HttpConnection(server.port());
        connections.add(connection);
        templates.add(new RequestTemplate(kind.request(server.prefix(), i, connection)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Repeats requests for a time. */
  Round round(double seconds) {
    long count = 0;
    Latencies all = new Latencies();
    Duration cpu = server.cpu();
    Duration own = ownCpu();
    long begun = System.nanoTime();
    long end = begun + (long) (seconds * 1e9);
    List<Client> running = new ArrayList<>();
    for (int i = 0; i < connections.size(); i++) {
      Client client = new Client(connections.get(i), templates.get(i), end);
      running.add(client);
      client.start();
    }
    for (Client client : running) {
      count += client.await();
      all.addAll(client.latencies);
    }
    double elapsed = System.nanoTime() - begun;
    return new Round(
        count * 1e9 / elapsed,
        server.cpu().minus(cpu).toNanos() / 1e3 / count,
        ownCpu().minus(own).toNanos() / 1e3 / count,
        all);
  }

  private static Duration ownCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private final class Client extends Thread {
    private final HttpConnection connection;
    private final RequestTemplate template;
    private final long end;
    private final Latencies latencies = new Latencies();
    private long done;
    private String failure = "";

    Client(HttpConnection connection, RequestTemplate template, long end) {
      this.connection = connection;
      this.template = template;
      this.end = end;
    }

    @Override
    public void run() {
      try {
        long now = System.nanoTime();
        // At least one: a short round may be over before a busy machine starts this thread.
        do {
          int status = connection.exchange(template.next(NUMBERS.incrementAndGet()));
          if (status != kind.status()) {
            failure = "status " + status;
            return;
          }
          long next = System.nanoTime();
          latencies.add(next - now);
          now = next;
          done++;
        } while (now < end);
      } catch (IOException e) {
        failure = e.toString();
      }
    }

    long await() {
      try {
        join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
      if (!failure.isEmpty()) {
        throw new IllegalStateException("%s at %s: %s".formatted(kind, server.name(), failure));
      }
      return done;
    }
  }

  @Override
  public void close() {
    for (HttpConnection each : connections) {
      try {
        each.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
