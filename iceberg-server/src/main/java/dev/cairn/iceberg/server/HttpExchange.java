package dev.cairn.iceberg.server;

import dev.cairn.api.idempotency.Principal;
import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestReply;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** One request and its answer, until the last byte is sent. */
final class HttpExchange {
  private static final int BUFFER_BYTES = 32 << 10;
  private static final System.Logger LOG = System.getLogger(HttpExchange.class.getName());

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final String id;
  private final ServerMeters meters;
  private final AccessLog log;
  private final Deque<Runnable> atEnd = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private Principal principal = Principal.NONE;
  private String operation = "unknown";
  private Duration patience = Duration.ZERO;
  private Scheduler.@Nullable Task timer;

  HttpExchange(
      Request request,
      Response response,
      Callback callback,
      String id,
      ServerMeters meters,
      AccessLog log) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.id = id;
    this.meters = meters;
    this.log = log;
    meters.begin();
  }

  Request request() {
    return request;
  }

  Response response() {
    return response;
  }

  String id() {
    return id;
  }

  Principal principal() {
    return principal;
  }

  void principal(Principal named) {
    principal = named;
  }

  void operation(String name) {
    operation = name;
  }

  /** Lets the client send the rest of a request that is answered before it was read. */
  void readOn(Duration forHowLong) {
    if (Leftovers.mayCome(request)) {
      patience = forHowLong;
    }
  }

  /** Runs {@code action} after the last byte is sent, or the connection is lost. */
  void onEnd(Runnable action) {
    atEnd.push(action);
  }

  /** Runs {@code action} after {@code delay}, unless the exchange ends or another timer starts. */
  synchronized void startTimer(Duration delay, Runnable action) {
    stopTimer();
    if (ended.get()) {
      return; // on another thread, which found no timer to stop
    }
    timer =
        request
            .getComponents()
            .getScheduler()
            .schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  synchronized void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  /** Closes the connection under a client that does not take its answer. */
  void disconnect() {
    meters.limited("send-timeout");
    request.getConnectionMetaData().getConnection().getEndPoint().close();
  }

  /** Sends {@code reply} and ends the exchange. */
  void send(RestReply reply) {
    response.setStatus(reply.status());
    response.getHeaders().put(RequestIds.HEADER, id);
    reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    Callback end =
        Callback.from(
            () -> end(reply.status(), reply.outcome(), this::succeed),
            failure -> end(reply.status(), reply.outcome(), () -> callback.failed(failure)));
    if (reply.body() instanceof RestReply.Full full) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, RestReply.JSON);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, full.bytes().length());
      response.write(true, full.bytes().toByteBuffer(), end);
    } else if (reply.body() instanceof RestReply.Streamed streamed) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, RestReply.JSON);
      stream(streamed, end);
    } else {
      response.write(true, ByteBuffer.allocate(0), end);
    }
  }

  private void stream(RestReply.Streamed streamed, Callback end) {
    OutputStream out =
        new BufferedOutputStream(Content.Sink.asOutputStream(response), BUFFER_BYTES);
    try {
      streamed.writeTo(out);
      out.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the client left request " + id, e);
      end.failed(e);
      return;
    } catch (RuntimeException e) {
      failStream(e);
      return;
    }
    end.succeeded();
  }

  // A failure after the first byte cannot become an error. The stream is not closed then, so that
  // the client sees a body that is cut, not one that is complete.
  private void failStream(RuntimeException failure) {
    if (response.isCommitted()) {
      LOG.log(System.Logger.Level.WARNING, "the answer to request " + id + " was cut", failure);
      fail(failure);
    } else {
      response.reset();
      send(RestErrors.of(failure, id, false));
    }
  }

  /** Ends the exchange because of a failure that no answer was made of. */
  void fail(Throwable failure) {
    end(500, RestReply.Outcome.FAILED, () -> callback.failed(failure));
  }

  private void succeed() {
    if (patience.isZero()) {
      callback.succeeded();
    } else {
      Leftovers.read(request, patience, callback::succeeded);
    }
  }

  private void end(int status, RestReply.Outcome how, Runnable completion) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    stopTimer();
    atEnd.forEach(Runnable::run);
    Duration duration = Duration.ofNanos(System.nanoTime() - request.getBeginNanoTime());
    String outcome = how.name().toLowerCase(Locale.ROOT);
    meters.end(operation, outcome, duration);
    log.write(id, principal.name().orElse("none"), operation, status, how, duration);
    completion.run();
  }
}
