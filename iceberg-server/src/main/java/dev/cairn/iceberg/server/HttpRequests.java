package dev.cairn.iceberg.server;

import dev.cairn.api.config.Configuration;
import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestReply;
import dev.cairn.iceberg.server.rest.RestRequest;
import dev.cairn.iceberg.server.rest.RestService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final RestService service;
  private final PrincipalFilter principals;
  private final ServerMeters meters;
  private final AccessLog log;
  private final BodyBudget budget;
  private final Semaphore slots;
  private final long maxBody;
  private final Duration receiveTimeout;
  private final Duration sendTimeout;

  HttpRequests(
      RestService service,
      PrincipalFilter principals,
      ServerMeters meters,
      BodyBudget budget,
      Configuration configuration) {
    this.service = service;
    this.principals = principals;
    this.meters = meters;
    this.budget = budget;
    this.log = new AccessLog(configuration.get(ServerSettings.ACCESS_LOG));
    this.slots = new Semaphore(configuration.get(ServerSettings.MAX_REQUESTS));
    this.maxBody = configuration.get(ServerSettings.MAX_BODY);
    this.receiveTimeout = configuration.get(ServerSettings.RECEIVE_TIMEOUT);
    this.sendTimeout = configuration.get(ServerSettings.SEND_TIMEOUT);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String id = RequestIds.of(request.getHeaders());
    HttpExchange exchange = new HttpExchange(request, response, callback, id, meters, log);
    try {
      exchange.principal(principals.principal(request.getHeaders()));
      begin(exchange);
    } catch (RuntimeException e) {
      send(exchange, RestErrors.of(e, id, false));
    }
    return true;
  }

  private void begin(HttpExchange exchange) {
    Request request = exchange.request();
    RestRequest rest =
        RestRequest.of(
            request.getMethod(),
            request.getHttpURI().getPath(),
            request.getHttpURI().getQuery(),
            headers(request.getHeaders()),
            exchange.principal(),
            exchange.id());
    exchange.operation(rest.operation().wireName());
    if (request.getLength() > maxBody) {
      refuse(exchange, BodyReader.End.TOO_LARGE);
      return;
    }
    receive(exchange, rest);
  }

  private void receive(HttpExchange exchange, RestRequest rest) {
    BodyReader reader =
        new BodyReader(
            exchange.request(),
            maxBody,
            budget,
            (end, body) -> {
              exchange.stopTimer();
              if (end == BodyReader.End.COMPLETE) {
                execute(exchange, rest.withBody(body));
              } else {
                refuse(exchange, end);
              }
            });
    exchange.onEnd(() -> budget.release(reader.received()));
    exchange.startTimer(receiveTimeout, reader::expire);
    reader.run();
  }

  private void execute(HttpExchange exchange, RestRequest rest) {
    if (!slots.tryAcquire()) {
      meters.limited("requests");
      send(
          exchange,
          RestErrors.later(
              503,
              "ServiceUnavailableException",
              "The server is busy; nothing was done, repeat the request",
              RETRY_AFTER));
      return;
    }
    exchange.onEnd(slots::release);
    send(exchange, service.handle(rest));
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
          case NO_MEMORY ->
              RestErrors.later(
                  503,
                  "ServiceUnavailableException",
                  "The server is busy; nothing was done, repeat the request",
                  RETRY_AFTER);
          case TOO_SLOW ->
              RestErrors.refused(
                  408,
                  "BadRequestException",
                  "The body did not arrive within %s".formatted(receiveTimeout));
          case CUT, COMPLETE ->
              RestErrors.refused(400, "BadRequestException", "The body is incomplete");
        };
    exchange.response().getHeaders().put(HttpHeader.CONNECTION, "close");
    send(exchange, reply);
  }

  private void send(HttpExchange exchange, RestReply reply) {
    exchange.startTimer(sendTimeout, exchange::disconnect);
    exchange.send(reply);
  }

  private static Map<String, List<String>> headers(HttpFields fields) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (HttpField each : fields) {
      headers.computeIfAbsent(each.getName(), fields::getValuesList);
    }
    return headers;
  }
}
