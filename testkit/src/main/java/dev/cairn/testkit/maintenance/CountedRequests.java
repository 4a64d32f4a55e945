package dev.cairn.testkit.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.Cairn;

/** Requests that count themselves. */
final class CountedRequests {
  private static final String EFFECTS = "effects";

  private CountedRequests() {}

  /** Executes the request {@code key}, or has it answered. */
  static IdempotentResult execute(Cairn cairn, Scope scope, String key) {
    try (Store store = cairn.store(scope);
        var executor = cairn.idempotency().executor(scope)) {
      return executor.execute(
          IdempotentCall.of(request(key), store, FilledStore.MAIN)
              .withFingerprint(fingerprint(key)),
          execution ->
              execution.commit(store, FilledStore.MAIN, workspace -> count(workspace, key)));
    }
  }

  private static Fingerprint fingerprint(String key) {
    return Fingerprint.ofBytes(Bytes.ofUtf8("payload of " + key));
  }

  static RequestKey request(String key) {
    return RequestKey.of(Principal.of("ann"), "count", "/v1/count", KeyRule.PATTERN.parse(key));
  }

  private static Outcome count(Workspace workspace, String key) {
    long next = effects(workspace, key) + 1;
    workspace.index(EFFECTS).put(Key.of(key), workspace.put(Node.of(Long.toString(next))));
    return Outcome.of(201, "text/plain", Bytes.ofUtf8(key + " " + next));
  }

  /**
   * Executes a request that changes nothing, with an outcome too large for the row of its record.
   */
  static IdempotentResult executeLarge(Cairn cairn, Scope scope, String key) {
    try (var executor = cairn.idempotency().executor(scope)) {
      Bytes body = Bytes.ofUtf8((key + " ").repeat(50_000));
      return executor.execute(
          IdempotentCall.withoutTakeoverFence(request(key)).withFingerprint(fingerprint(key)),
          execution -> Outcome.of(200, "text/plain", body));
    }
  }

  /** How often the request took effect. */
  static long effects(View state, String key) {
    return state
        .find(Node.class, EFFECTS, Key.of(key))
        .map(node -> Long.parseLong(node.text()))
        .orElse(0L);
  }

  static long effects(Cairn cairn, Scope scope, String key) {
    try (Store store = cairn.store(scope)) {
      return effects(store.current(FilledStore.MAIN), key);
    }
  }
}
