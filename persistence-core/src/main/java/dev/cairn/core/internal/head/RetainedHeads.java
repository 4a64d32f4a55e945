package dev.cairn.core.internal.head;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.util.Optional;
import java.util.OptionalLong;

/** Durable store of the {@linkplain RetainedHead oldest heads} that collections keep. */
public final class RetainedHeads {
  private final Backend backend;
  private final Codec codec;
  private final Environment environment;

  /** The records in {@code backend}. */
  public RetainedHeads(Backend backend, Codec codec, Environment environment) {
    this.backend = backend;
    this.codec = codec;
    this.environment = environment;
  }

  private UpdateableObjects objects(ReferenceKey key) {
    return new UpdateableObjects(backend, codec, key.scope(), environment);
  }

  private static UpdateableId<RetainedHead> id(ReferenceKey key) {
    return UpdateableId.named(RetainedHead.TYPE, key.name());
  }

  /** The oldest retained head of {@code key}, if it was ever collected. */
  public Optional<RetainedHead> find(ReferenceKey key) {
    return objects(key).read(id(key)).map(Versioned::value);
  }

  /** The version of the oldest retained head in this life of {@code row}; 0 if all are kept. */
  public long oldestVersion(ReferenceRow row) {
    return find(row.key())
        .filter(oldest -> oldest.life() <= row.createdAtMicros())
        .map(RetainedHead::version)
        .orElse(0L);
  }

  /**
   * Records durably that heads before {@code retained} may be deleted.
   *
   * @throws UnknownOutcomeException if it is not certain that this is stored
   */
  public void raise(ReferenceKey key, RetainedHead retained) {
    if (!Backoff.BRIEF.until(environment, () -> tryRaise(key, retained))) {
      throw new UnknownOutcomeException(
          "the oldest retained head of %s could not be stored, so the operation stopped; try again"
              .formatted(key));
    }
  }

  private boolean tryRaise(ReferenceKey key, RetainedHead retained) {
    UpdateableObjects objects = objects(key);
    Optional<Versioned<RetainedHead>> found = objects.read(id(key));
    if (found.isPresent() && !found.get().value().isBefore(retained)) {
      return true;
    }
    Update<RetainedHead> update =
        found.isEmpty()
            ? objects.insert(id(key), retained, OptionalLong.empty())
            : objects.swap(
                found.get(), found.get().value().raisedTo(retained), OptionalLong.empty());
    return update instanceof Update.Applied;
  }

  /**
   * Deletes the record of {@code key}, whose row is about to be removed.
   *
   * @return whether the record is gone
   */
  public boolean forget(ReferenceKey key) {
    UpdateableObjects objects = objects(key);
    Optional<Versioned<RetainedHead>> found = objects.read(id(key));
    return found.isEmpty() || objects.delete(found.get()) instanceof Update.Applied;
  }
}
