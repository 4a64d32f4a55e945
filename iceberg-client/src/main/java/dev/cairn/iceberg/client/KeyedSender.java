package dev.cairn.iceberg.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends mutations, each with a key of its own, and repeats them while that is safe.
 *
 * <pre>{@code
 * KeySupport support = KeySupport.of(config); // the body of GET /v1/config
 * KeyedSender sender = new KeyedSender(HttpClient.newHttpClient(), support, Clock.systemUTC());
 * HttpResponse<String> response = sender.send(
 *     HttpRequest.newBuilder(table).POST(BodyPublishers.ofString(commit)).build());
 * }</pre>
 *
 * <p>Lost connections, timeouts and the statuses 500, 502, 503 and 504 are repeated, with the same
 * key and body, if the server supports keys; after what {@code Retry-After} asks for, or after a
 * growing pause. Any other answer is final and returned. Of a server without keys the first answer
 * or failure is final: the caller has to find out what happened.
 */
public final class KeyedSender {
  private static final String KEY = "Idempotency-Key";

  /** The server has executed the request, and cannot say with which result. */
  private static final String REPLAY_FAILED = "idempotency_replay_failed";

  private static final Set<Integer> REPEATED = Set.of(500, 502, 503, 504);
  private static final int MAX_ATTEMPTS = 10;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final HttpClient http;
  private final KeySupport support;
  private final Clock clock;
  private final Pause pause;
  private final TimeOrderedKeys keys;

  /** Waits between two attempts. */
  @FunctionalInterface
  interface Pause {
    void await(Duration duration) throws InterruptedException;
  }

  /**
   * A sender for one server.
   *
   * @param clock measures the time since the first attempt
   */
  public KeyedSender(HttpClient http, KeySupport support, Clock clock) {
    this(http, support, clock, duration -> Thread.sleep(duration.toMillis()));
  }

  KeyedSender(HttpClient http, KeySupport support, Clock clock, Pause pause) {
    this.http = http;
    this.support = support;
    this.clock = clock;
    this.pause = pause;
    this.keys = new TimeOrderedKeys(clock);
  }

  /**
   * Sends {@code request} as a new operation.
   *
   * @param request a mutation; its body must be readable more than once
   * @throws IdempotencyWindowExpired if the outcome is still unknown when the server may forget the
   *     key
   * @throws IOException if no attempt was answered
   */
  public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return send(request, keys.next());
  }

  /**
   * Sends {@code request} with the key of the caller, new or, for the same request, used before.
   */
  public HttpResponse<String> send(HttpRequest request, UUID key)
      throws IOException, InterruptedException {
    HttpRequest keyed =
        HttpRequest.newBuilder(request, (name, value) -> !name.equalsIgnoreCase(KEY))
            .setHeader(KEY, key.toString())
            .build();
    Instant first = clock.instant();
    for (int attempt = 1; ; attempt++) {
      HttpResponse<String> response = null;
      IOException failure = null;
      try {
        response = http.send(keyed, BodyHandlers.ofString());
      } catch (IOException e) {
        failure = e;
      }
      if (response != null && isFinal(response, attempt)) {
        return response;
      }
      if (failure != null && isLast(attempt)) {
        throw failure;
      }
      Duration wait = wait(Optional.ofNullable(response), attempt);
      checkWindow(keyed, key, first, wait, failure);
      pause.await(wait);
      checkWindow(keyed, key, first, Duration.ZERO, failure);
    }
  }

  private boolean isFinal(HttpResponse<String> response, int attempt) {
    return !REPEATED.contains(response.statusCode())
        || isLast(attempt)
        || response.body().contains(REPLAY_FAILED);
  }

  private boolean isLast(int attempt) {
    return support.lifetime().isEmpty() || attempt == MAX_ATTEMPTS;
  }

  private Duration wait(Optional<HttpResponse<String>> response, int attempt) {
    Duration growing = FIRST_PAUSE.multipliedBy(1L << Math.min(attempt - 1, 20));
    Duration usual = growing.compareTo(LONGEST_PAUSE) < 0 ? growing : LONGEST_PAUSE;
    return response
        .flatMap(answer -> answer.headers().firstValue("Retry-After"))
        .flatMap(text -> RetryAfter.parse(text, clock.instant()))
        .orElse(usual);
  }

  // The server counts from when it first accepted the key, which is not before the first attempt,
  // and allows for time on the way. So the client adds nothing.
  private void checkWindow(
      HttpRequest request, UUID key, Instant first, Duration wait, @Nullable IOException cause)
      throws IdempotencyWindowExpired {
    Duration lifetime = support.lifetime().orElse(Duration.ZERO);
    Duration elapsed = Duration.between(first, clock.instant()).plus(wait);
    if (elapsed.compareTo(lifetime) > 0) {
      throw new IdempotencyWindowExpired(
          "the outcome of %s %s with the key %s is unknown, and the server remembers keys for %s only; look whether it was applied before you send it with a new key"
              .formatted(request.method(), request.uri(), key, lifetime),
          key,
          cause);
    }
  }
}
