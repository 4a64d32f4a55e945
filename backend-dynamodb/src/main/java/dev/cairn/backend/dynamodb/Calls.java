package dev.cairn.backend.dynamodb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.spi.CasResult;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The one place that sends requests, repeats those that may be repeated, and classifies failures.
 */
final class Calls implements AutoCloseable {
  /** Errors whose messages quote the request, which contains a session token. */
  private static final Set<String> ABOUT_CREDENTIALS =
      Set.of(
          "IncompleteSignatureException",
          "InvalidSignatureException",
          "SignatureDoesNotMatch",
          "MissingAuthenticationTokenException",
          "UnrecognizedClientException",
          "InvalidClientTokenId",
          "ExpiredTokenException");

  private final DynamoDbClient client;
  private final Patience patience;
  private final RequestMeter meter;
  private volatile boolean closed;

  Calls(DynamoDbClient client, Patience patience, RequestMeter meter) {
    this.client = client;
    this.patience = patience;
    this.meter = meter;
  }

  Patience patience() {
    return patience;
  }

  RequestMeter meter() {
    return meter;
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw new ClosedException("the connection to DynamoDB is closed; open a new backend");
    }
  }

  /**
   * Makes a call that may be repeated, until it succeeds or the retry time ends.
   *
   * @param what names the call in messages
   */
  <T> T repeatable(String what, Function<DynamoDbClient, T> call) {
    return repeatable(what, patience.begin(), call);
  }

  /** Makes such a call as part of an operation that was tried before. */
  <T> T repeatable(String what, Patience.Tries tries, Function<DynamoDbClient, T> call) {
    while (true) {
      checkOpen();
      Failure failure;
      RuntimeException thrown;
      try {
        return call.apply(client);
      } catch (RuntimeException e) {
        failure = Failure.of(e, true);
        thrown = e;
      }
      checkOpen();
      if (!tries.again(failure)) {
        throw failed(what, failure, thrown);
      }
      meter.repeat();
    }
  }

  /**
   * Makes a call without retry time: once, or twice if a connection was broken, since it may have
   * been an old one.
   */
  <T> T quickly(String what, Function<DynamoDbClient, T> call) {
    for (boolean first = true; ; first = false) {
      checkOpen();
      try {
        return call.apply(client);
      } catch (RuntimeException e) {
        Failure failure = Failure.of(e, true);
        if (!first || failure != Failure.BROKEN) {
          throw failed(what, failure, e);
        }
      }
    }
  }

  /**
   * Makes a conditional write, and repeats it only if the database reports that it did nothing
   * because of throttling.
   *
   * @param onConflict maps the current item, empty if none was reported, to the result
   */
  <R> CasResult<R> conditional(
      String what,
      BiConsumer<DynamoDbClient, Transmission> write,
      Function<Map<String, AttributeValue>, CasResult<R>> onConflict) {
    Patience.Tries tries = patience.begin();
    while (true) {
      checkOpen();
      Transmission transmission = new Transmission();
      try {
        write.accept(client, transmission);
        return CasResult.applied();
      } catch (ConditionalCheckFailedException e) {
        return onConflict.apply(e.hasItem() ? e.item() : Map.of());
      } catch (RuntimeException e) {
        Failure failure = Failure.of(e, transmission.hasBegun());
        if (!failure.didNothing()) {
          return CasResult.unknown(e);
        }
        checkOpen();
        if (failure != Failure.THROTTLED || !tries.again(failure)) {
          throw failed(what, failure, e);
        }
      }
      meter.repeat();
    }
  }

  /** The exception for the caller of a call that failed for good. */
  static CairnException failed(String what, Failure failure, RuntimeException thrown) {
    String code = thrown instanceof AwsServiceException answer ? Failure.code(answer) : null;
    if ("ResourceNotFoundException".equals(code)) {
      return new SchemaMismatchException(
          what + ": the table does not exist; create the schema first", thrown);
    }
    if (code != null && ABOUT_CREDENTIALS.contains(code)) {
      return new BackendUnavailableException(
          what + ": DynamoDB refused the credentials (" + code + ")");
    }
    return new BackendUnavailableException(what + ": " + text(failure, code, thrown), thrown);
  }

  private static String text(Failure failure, @Nullable String code, RuntimeException thrown) {
    return switch (failure) {
      case THROTTLED -> "DynamoDB throttled the request repeatedly (" + code + ")";
      case UNREACHED -> "DynamoDB was not reached: " + thrown.getMessage();
      case REFUSED -> "DynamoDB refused the request: " + thrown.getMessage();
      case FAULT -> "DynamoDB failed: " + thrown.getMessage();
      case BROKEN -> "no valid reply: " + thrown.getMessage();
    };
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
