package dev.cairn.iceberg.server.rest;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.iceberg.catalog.CatalogRequest;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.MetadataFileTooLargeException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/**
 * Makes mutations, under the client's key if there is one.
 *
 * <p>Once a mutation may have been applied, no failure becomes a 4xx: the client would delete the
 * files of a commit that is there.
 */
final class MutationRequests {
  static final String KEY = "Idempotency-Key";
  static final String STATUS = "Idempotency-Status";
  static final String REPLAYED = "Idempotency-Replayed";
  private static final String DELEGATION = "X-Iceberg-Access-Delegation";

  private final boolean areKeysEnabled;
  private final NamesInUrls names;
  private final RestLimits limits;

  MutationRequests(boolean areKeysEnabled, NamesInUrls names, RestLimits limits) {
    this.areKeysEnabled = areKeysEnabled;
    this.names = names;
    this.limits = limits;
  }

  /** The key of a request; a malformed one is refused before anything is done. */
  Optional<IdempotencyKey> key(RestRequest request) {
    return areKeysEnabled && request.operation().isMutation()
        ? request.header(KEY).map(KeyRule.UUID::parse)
        : Optional.empty();
  }

  RestReply execute(RestContext context, RestMutation mutation) {
    RestRequest request = context.request();
    Optional<IdempotencyKey> key = key(request);
    CatalogRequest asked = CatalogRequest.of(request.principal(), request.id());
    AtomicReference<IcebergCatalog> bound = new AtomicReference<>(context.catalog());
    Outcome.Rebuilder rebuilder =
        kept ->
            Objects.requireNonNull(bound.get())
                .replay(kept)
                .map(mutation.answer())
                .map(MutationRequests::outcome);
    IdempotentCall call =
        key.map(found -> keyed(context, found)).orElseGet(IdempotentCall::withoutKey);
    IdempotentResult result =
        context
            .warehouse()
            .executor()
            .execute(
                call.rebuilding(rebuilder),
                execution -> {
                  IcebergCatalog catalog = context.catalog().forRequest(asked.with(execution));
                  bound.set(catalog);
                  return made(mutation, catalog, execution, key.isPresent(), request.id());
                });
    RestReply reply = reply(result, rebuilder);
    return key.isPresent() ? withStatus(reply, result) : reply;
  }

  private IdempotentCall keyed(RestContext context, IdempotencyKey key) {
    RestRequest request = context.request();
    RequestKey requestKey =
        RequestKey.of(
            request.principal(), request.operation().wireName(), names.canonicalPath(request), key);
    return IdempotentCall.of(requestKey, context.warehouse().store(), Catalogs.MAIN)
        .withFingerprint(fingerprint(request))
        .committingOnly();
  }

  /** Of everything that decides about the effect or the answer. */
  private static Fingerprint fingerprint(RestRequest request) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String head = request.query() + "\n" + request.headers(DELEGATION) + "\n";
      digest.update(head.getBytes(StandardCharsets.UTF_8));
      digest.update(request.body().toByteBuffer());
      return Fingerprint.ofHex(HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /**
   * With a key, a refusal is an outcome: the executor may have to record it. If the executor runs
   * the request unguarded because it cannot reach the record, the key proves nothing, and the
   * answer is that of a request without one.
   */
  private Outcome made(
      RestMutation mutation,
      IcebergCatalog catalog,
      Execution execution,
      boolean hasKey,
      String requestId) {
    Optional<RestReply> reply;
    try {
      reply = mutation.change().apply(catalog);
    } catch (RuntimeException e) {
      if (e instanceof MetadataFileTooLargeException) {
        limits.reached().accept("metadata-file");
      }
      if (execution.owner().isPresent()) {
        return outcome(RestErrors.refusal(e).orElseThrow(() -> e));
      }
      RuntimeException known =
          catalog.outcome().isPresent() ? new CommitStateUnknownException(e) : e;
      if (hasKey) {
        return outcome(RestErrors.of(known, requestId, false));
      }
      throw known;
    }
    return reply
        .map(MutationRequests::outcome)
        .or(catalog::outcome)
        .orElseThrow(() -> new IllegalStateException("the mutation committed nothing"));
  }

  private static RestReply reply(IdempotentResult result, Outcome.Rebuilder rebuilder) {
    if (result instanceof IdempotentResult.Refused refused) {
      return refused(refused);
    }
    if (result instanceof IdempotentResult.Replayed replayed) {
      RestReply.Outcome how =
          replayed.waited() ? RestReply.Outcome.WAITED : RestReply.Outcome.REPLAYED;
      return reply(replayed.outcome(), how).with(REPLAYED, "true");
    }
    Outcome outcome = ((IdempotentResult.Executed) result).outcome();
    if (outcome.body() instanceof Outcome.Body.Full) {
      return reply(outcome, RestReply.Outcome.ORIGINAL);
    }
    Optional<Outcome> rebuilt;
    try {
      rebuilt = rebuilder.rebuild(outcome);
    } catch (RuntimeException e) {
      throw new CommitStateUnknownException(e); // applied, whatever is wrong with the answer
    }
    return reply(
        rebuilt.orElseThrow(
            () -> new CommitStateUnknownException(new NoSuchElementException("no result"))),
        RestReply.Outcome.ORIGINAL);
  }

  private static RestReply refused(IdempotentResult.Refused refused) {
    String type = refused.subtype().wireName();
    int status = refused.subtype().status();
    if (refused.retryAfter().isPresent()) {
      return RestErrors.later(status, type, refused.message(), refused.retryAfter().get());
    }
    return status < 500
        ? RestErrors.refused(status, type, refused.message())
        : RestErrors.failed(status, type, refused.message());
  }

  private static RestReply withStatus(RestReply reply, IdempotentResult result) {
    if (result instanceof IdempotentResult.Refused refused) {
      return refused.retryAfter().isPresent()
          ? reply.with(STATUS, ProcessingStatus.PROCESSING.wireName())
          : reply;
    }
    ProcessingStatus status =
        reply.status() < 300 ? ProcessingStatus.COMPLETED : ProcessingStatus.FAILED;
    return reply.with(STATUS, status.wireName());
  }

  private static Outcome outcome(RestReply reply) {
    TreeMap<String, List<String>> headers = new TreeMap<>();
    reply.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    Bytes body = reply.body() instanceof RestReply.Full full ? full.bytes() : Bytes.empty();
    Outcome outcome =
        body.length() == 0
            ? Outcome.of(reply.status())
            : Outcome.of(reply.status(), RestReply.JSON, body);
    return outcome.withHeaders(headers);
  }

  private static RestReply reply(Outcome outcome, RestReply.Outcome how) {
    Bytes bytes = outcome.body().bytes();
    TreeMap<String, String> headers = new TreeMap<>();
    outcome.headers().forEach((name, values) -> headers.put(name, values.get(0)));
    boolean isRefused = outcome.status() >= 400 && how == RestReply.Outcome.ORIGINAL;
    return new RestReply(
        outcome.status(),
        headers,
        bytes.length() == 0 ? new RestReply.None() : new RestReply.Full(bytes),
        isRefused ? RestReply.Outcome.REFUSED : how);
  }
}
