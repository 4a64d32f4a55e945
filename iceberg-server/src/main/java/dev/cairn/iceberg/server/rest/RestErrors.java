package dev.cairn.iceberg.server.rest;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ClockOffException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.InvalidRequestException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.StoreBusyException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.ErrorResponseParser;

/**
 * Errors in Iceberg's model.
 *
 * <p>Iceberg's client decides by the status what to do with the files of a commit. After 400, 401,
 * 403, 404 and 409 it deletes them, so these statuses mean that nothing was applied. It repeats a
 * 503 with {@code Retry-After} even without a key, so that answer means the same, or comes with a
 * key, under which a repetition is safe. After a 500 it keeps the files.
 */
public final class RestErrors {
  /** After how long to repeat a request that was not executed. */
  static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Some of Iceberg's messages repeat the request. */
  private static final int MAX_MESSAGE_CHARACTERS = 2_000;

  private static final Map<Class<?>, Integer> STATUS =
      Map.ofEntries(
          Map.entry(NoSuchNamespaceException.class, 404),
          Map.entry(NoSuchTableException.class, 404),
          Map.entry(NoSuchViewException.class, 404),
          Map.entry(NoSuchWarehouseException.class, 404),
          Map.entry(NotFoundException.class, 404),
          Map.entry(AlreadyExistsException.class, 409),
          Map.entry(NamespaceNotEmptyException.class, 409),
          Map.entry(CommitFailedException.class, 409),
          Map.entry(ValidationException.class, 400),
          Map.entry(BadRequestException.class, 400),
          Map.entry(IllegalArgumentException.class, 400),
          Map.entry(InvalidRequestException.class, 400),
          Map.entry(UnsupportedOperationException.class, 400),
          Map.entry(InvalidPageTokenException.class, 400),
          Map.entry(PageTokenExpiredException.class, 400),
          Map.entry(HeadNotFoundException.class, 400),
          Map.entry(ValueTooLargeException.class, 400),
          Map.entry(UnprocessableEntityException.class, 422),
          Map.entry(NotAuthorizedException.class, 401),
          Map.entry(ForbiddenException.class, 403),
          Map.entry(MethodNotAllowedException.class, 405));

  private static final System.Logger LOG = System.getLogger(RestErrors.class.getName());

  private RestErrors() {}

  /** The answer to a request that ended with {@code error}. */
  public static RestReply of(RuntimeException error, String requestId, boolean hasKey) {
    if (isNothingDone(error)) {
      return later(503, "ServiceUnavailableException", message(error), RETRY_AFTER);
    }
    if (error instanceof CommitStateUnknownException || error instanceof UnknownOutcomeException) {
      return unknown(requestId, hasKey);
    }
    Optional<RestReply> refusal = refusal(error);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (error instanceof RuntimeIOException || error instanceof UncheckedIOException) {
      // A disk that is full fails every commit, and where that happened is no riddle.
      LOG.log(
          System.Logger.Level.ERROR,
          "request %s failed: %s: %s".formatted(requestId, error.getMessage(), error.getCause()));
    } else {
      LOG.log(System.Logger.Level.ERROR, "request " + requestId + " failed", error);
    }
    return serverFailed(requestId);
  }

  /**
   * The answer to a request that ran out of memory or stack, or into a class that does not load.
   * This may have happened after its mutation was applied.
   */
  static RestReply of(Error error, RestRequest request, boolean hasKey) {
    LOG.log(System.Logger.Level.ERROR, "request " + request.id() + " failed", error);
    return request.operation().isMutation()
        ? unknown(request.id(), hasKey)
        : serverFailed(request.id());
  }

  private static RestReply serverFailed(String requestId) {
    return failed(
        500,
        "ServiceFailureException",
        "The server failed; its log has the reason under the request ID " + requestId);
  }

  /** The answer if {@code error} refuses a request: nothing was changed. */
  static Optional<RestReply> refusal(RuntimeException error) {
    for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
      Integer status = STATUS.get(type);
      if (status != null) {
        RestReply reply = refused(status, error.getClass().getSimpleName(), message(error));
        return Optional.of(
            error instanceof MethodNotAllowedException other
                ? reply.with("Allow", other.allowed())
                : reply);
      }
    }
    return Optional.empty();
  }

  /** Whether it is certain that nothing was changed, and the same request may be repeated. */
  private static boolean isNothingDone(RuntimeException error) {
    return error instanceof ServiceUnavailableException
        || error instanceof BackendUnavailableException
        || error instanceof IdsUnavailableException
        || error instanceof ClockOffException
        || error instanceof CommitConflictException
        || error instanceof StoreBusyException
        || error instanceof ClosedException
        || error instanceof CancellationException;
  }

  private static RestReply unknown(String requestId, boolean hasKey) {
    String message =
        "It is unknown whether request %s was applied; ".formatted(requestId)
            + (hasKey
                ? "repeat it with the same key"
                : "load the table to find out, and delete none of its files");
    return hasKey
        ? later(503, "CommitStateUnknownException", message, RETRY_AFTER)
        : failed(500, "CommitStateUnknownException", message);
  }

  /** A refusal: the request has no effect, and would have none if it were repeated. */
  public static RestReply refused(int status, String type, String message) {
    return error(status, type, message, RestReply.Outcome.REFUSED);
  }

  /** A refusal for now. */
  public static RestReply later(int status, String type, String message, Duration after) {
    return error(status, type, message, RestReply.Outcome.FAILED)
        .with("Retry-After", Long.toString(Math.max(1, after.toSeconds())));
  }

  /** A refusal because too much is being done. */
  public static RestReply busy() {
    return later(
        503,
        "ServiceUnavailableException",
        "The server is busy; nothing was done, repeat the request",
        RETRY_AFTER);
  }

  /** A failure of the server. */
  static RestReply failed(int status, String type, String message) {
    return error(status, type, message, RestReply.Outcome.FAILED);
  }

  private static RestReply error(
      int status, String type, String message, RestReply.Outcome outcome) {
    String json =
        ErrorResponseParser.toJson(
            ErrorResponse.builder()
                .responseCode(status)
                .withType(type)
                .withMessage(wellFormed(message))
                .build());
    return new RestReply(status, Map.of(), new RestReply.Full(Bytes.ofUtf8(json)), outcome);
  }

  // A message may repeat half of a surrogate pair that a client sent, or be cut in the middle of
  // one.
  private static String wellFormed(String message) {
    return new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static String message(RuntimeException error) {
    String message = error.getMessage();
    if (message == null) {
      return error.getClass().getSimpleName();
    }
    return message.length() <= MAX_MESSAGE_CHARACTERS
        ? message
        : message.substring(0, MAX_MESSAGE_CHARACTERS) + "…";
  }
}
