package dev.cairn.iceberg.server;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Health, metrics and commands, for operators and their tools. */
final class ManagementRequests extends Handler.Abstract {
  private final KnownHosts hosts;
  private final Supplier<Optional<String>> problem;
  private final PrometheusMeterRegistry meters;
  private final Optional<CommandRequests> commands;

  /**
   * Answers.
   *
   * @param hosts under which names
   * @param problem the reason why the server is not ready
   * @param commands runs commands, if the process does
   */
  ManagementRequests(
      KnownHosts hosts,
      Supplier<Optional<String>> problem,
      PrometheusMeterRegistry meters,
      Optional<CommandRequests> commands) {
    this.hosts = hosts;
    this.problem = problem;
    this.meters = meters;
    this.commands = commands;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Optional<KnownHosts.Refusal> refusal = hosts.refusal(request);
    if (refusal.isPresent()) {
      return send(response, callback, refusal.get().status(), refusal.get().reason() + "\n");
    }
    String path = request.getHttpURI().getPath();
    if (commands.isPresent() && path.equals(OperatorCommands.PATH)) {
      return commands.get().handle(request, response, callback);
    }
    if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
      return send(response, callback, 405, "use GET or HEAD\n");
    }
    switch (path) {
      case "/health/live" -> {
        return send(response, callback, 200, "live\n");
      }
      case "/health/ready" -> {
        Optional<String> found = problem.get();
        return found.isEmpty()
            ? send(response, callback, 200, "ready\n")
            : send(response, callback, 503, "not ready: " + found.get() + "\n");
      }
      case "/metrics" -> {
        return send(response, callback, 200, meters.scrape());
      }
      default -> {
        return send(response, callback, 404, "see /health/live, /health/ready and /metrics\n");
      }
    }
  }

  static boolean send(Response response, Callback callback, int status, String text) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
    response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
    return true;
  }
}
