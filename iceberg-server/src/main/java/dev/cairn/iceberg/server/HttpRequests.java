package dev.cairn.iceberg.server;

import dev.cairn.api.config.Configuration;
import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestReply;
import dev.cairn.iceberg.server.rest.RestRequest;
import dev.cairn.iceberg.server.rest.RestService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Reads requests within bounds, has them executed, and sends the answers. */
final class HttpRequests extends Handler.Abstract {
  private final RestService service;
  private final OpenWarehouses warehouses;
  private final KnownHosts hosts;
  private final PrincipalFilter principals;
  private final ServerMeters meters;
  private final AccessLog log;
  private final MemoryBudget budget;
  private final LargeAnswers answers;
  private final Semaphore slots;

  /** Half of the slots, so that clients which do not read cannot keep others from writing. */
  private final Semaphore streams;

  private final long maxBody;
  private final Duration receiveTimeout;
  private final Duration sendTimeout;

  HttpRequests(
      RestService service,
      OpenWarehouses warehouses,
      KnownHosts hosts,
      PrincipalFilter principals,
      ServerMeters meters,
      MemoryBudget budget,
      Configuration configuration) {
    this.service = service;
    this.warehouses = warehouses;
    this.hosts = hosts;
    this.principals = principals;
    this.meters = meters;
    this.budget = budget;
    this.answers = new LargeAnswers(budget, meters);
    this.log = new AccessLog(configuration.get(ServerSettings.ACCESS_LOG));
    int requests = configuration.get(ServerSettings.MAX_REQUESTS);
    this.slots = new Semaphore(requests);
    this.streams = new Semaphore(Math.max(1, requests / 2));
    this.maxBody = configuration.get(ServerSettings.MAX_BODY);
    this.receiveTimeout = configuration.get(ServerSettings.RECEIVE_TIMEOUT);
    this.sendTimeout = configuration.get(ServerSettings.SEND_TIMEOUT);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String id = RequestIds.of(request.getHeaders());
    HttpExchange exchange = new HttpExchange(request, response, callback, id, meters, log);
    Optional<KnownHosts.Refusal> refusal = hosts.refusal(request);
    if (refusal.isPresent()) {
      KnownHosts.Refusal found = refusal.get();
      exchange.readOn(receiveTimeout);
      send(exchange, RestErrors.refused(found.status(), found.type(), found.reason()));
      return true;
    }
    RestRequest rest;
    try {
      exchange.principal(principals.principal(request.getHeaders()));
      rest = parsed(exchange);
    } catch (RuntimeException e) {
      exchange.readOn(receiveTimeout);
      send(exchange, RestErrors.of(e, id, false));
      return true;
    }
    exchange.operation(rest.operation().wireName());
    if (request.getLength() > maxBody) {
      refuse(exchange, BodyReader.End.TOO_LARGE);
    } else {
      receive(exchange, rest);
    }
    return true;
  }

  private static RestRequest parsed(HttpExchange exchange) {
    Request request = exchange.request();
    return RestRequest.of(
        request.getMethod(),
        request.getHttpURI().getPath(),
        request.getHttpURI().getQuery(),
        headers(request.getHeaders()),
        exchange.principal(),
        exchange.id());
  }

  private void receive(HttpExchange exchange, RestRequest rest) {
    BodyReader reader =
        new BodyReader(
            exchange.request(),
            maxBody,
            budget,
            reading -> exchange.startTimer(receiveTimeout, reading::expire),
            (end, body) -> {
              exchange.stopTimer();
              answer(exchange, rest.withBody(body), end);
            });
    exchange.onEnd(reader::release);
    reader.run();
  }

  // Often called back by Jetty, which would let the exchange stay open after an exception.
  private void answer(HttpExchange exchange, RestRequest rest, BodyReader.End end) {
    try {
      if (end == BodyReader.End.COMPLETE) {
        execute(exchange, rest);
      } else {
        refuse(exchange, end);
      }
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
    }
  }

  private void execute(HttpExchange exchange, RestRequest rest) {
    if (!slots.tryAcquire()) {
      meters.limited("requests");
      send(exchange, RestErrors.busy());
      return;
    }
    RestReply reply;
    try {
      if (rest.operation().isMutation() && answers.isFull()) {
        refuse(exchange, BodyReader.End.NO_MEMORY);
        return;
      }
      exchange.onEnd(warehouses.begin());
      reply = answers.admit(exchange, rest.operation(), service.handle(rest));
      if (reply.body() instanceof RestReply.Streamed) {
        if (streams.tryAcquire()) {
          stream(exchange, reply);
          return;
        }
        meters.limited("requests");
        reply = RestErrors.busy();
      }
    } finally {
      slots.release();
    }
    // Executed; a client that does not read keeps memory, and no other from being executed.
    send(exchange, reply);
  }

  // It is executed for as long as its client reads.
  private void stream(HttpExchange exchange, RestReply reply) {
    try {
      send(exchange, reply);
    } finally {
      streams.release();
    }
  }

  private void refuse(HttpExchange exchange, BodyReader.End end) {
    meters.limited(end);
    RestReply reply =
        switch (end) {
          case TOO_LARGE ->
              RestErrors.refused(
                  413,
                  "BadRequestException",
                  "The body has more than %s bytes, see %s"
                      .formatted(maxBody, ServerSettings.MAX_BODY.key()));
          case JSON_MEMORY ->
              RestErrors.refused(
                  413,
                  "BadRequestException",
                  "To read the JSON of the body takes more memory than there is, see %s"
                      .formatted(ServerSettings.MAX_BUFFERED.key()));
          case NO_MEMORY -> RestErrors.busy();
          case TOO_SLOW ->
              RestErrors.refused(
                  408,
                  "BadRequestException",
                  "The body did not arrive within %s".formatted(receiveTimeout));
          case CUT, COMPLETE ->
              RestErrors.refused(400, "BadRequestException", "The body is incomplete");
        };
    exchange.response().getHeaders().put(HttpHeader.CONNECTION, "close");
    if (end == BodyReader.End.TOO_LARGE || end == BodyReader.End.NO_MEMORY) {
      exchange.readOn(receiveTimeout);
    }
    send(exchange, reply);
  }

  // Most answers are on their way when send returns: a timer for each would wake another thread.
  private void send(HttpExchange exchange, RestReply reply) {
    boolean mayBlock = reply.body() instanceof RestReply.Streamed;
    if (mayBlock) {
      exchange.startTimer(sendTimeout, exchange::disconnect);
    }
    exchange.send(reply);
    if (!mayBlock) {
      exchange.startTimer(sendTimeout, exchange::disconnect);
    }
  }

  private static Map<String, List<String>> headers(HttpFields fields) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (HttpField each : fields) {
      headers.computeIfAbsent(each.getName(), fields::getValuesList);
    }
    return headers;
  }
}
