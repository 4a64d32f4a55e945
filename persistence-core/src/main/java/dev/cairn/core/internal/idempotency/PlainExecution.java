package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Store;
import java.util.Optional;

/** An execution without a key: its commits are ordinary commits. */
final class PlainExecution implements Execution {
  static final PlainExecution INSTANCE = new PlainExecution();

  private PlainExecution() {}

  @Override
  public Optional<Ownership> owner() {
    return Optional.empty();
  }

  @Override
  public Outcome commit(Store store, String reference, Change<Outcome> change) {
    return store.commit(reference, change).value();
  }

  @Override
  public Bytes commit(Store store, String reference, String step, Change<Bytes> change) {
    return store.commit(reference, change).value();
  }

  // A request without a key is answered as if keys were not supported.
  @Override
  public void status(ProcessingStatus status) {}
}
