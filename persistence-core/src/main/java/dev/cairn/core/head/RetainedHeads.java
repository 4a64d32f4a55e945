package dev.cairn.core.head;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableId;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
import java.util.Optional;
import java.util.OptionalLong;

/** The {@linkplain RetainedHead oldest heads} that collections kept, durable. */
public final class RetainedHeads {
  private final Backend backend;
  private final Codec codec;
  private final Environment environment;

  /** Those in {@code backend}. */
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

  /** What is known of {@code key}, if it was ever collected. */
  public Optional<RetainedHead> find(ReferenceKey key) {
    return objects(key).read(id(key)).map(Versioned::value);
  }

  /**
   * Makes sure that everybody can know that heads before {@code retained} may be gone.
   *
   * @throws UnknownOutcomeException if that cannot be made sure of now
   */
  public void raise(ReferenceKey key, RetainedHead retained) {
    UpdateableObjects objects = objects(key);
    for (int tryNumber = 1; tryNumber <= Backoff.BRIEF.tries(); tryNumber++) {
      Optional<Versioned<RetainedHead>> found = objects.read(id(key));
      if (found.isPresent() && !found.get().value().isBefore(retained)) {
        return;
      }
      Update<RetainedHead> update =
          found.isEmpty()
              ? objects.insert(id(key), retained, OptionalLong.empty())
              : objects.swap(
                  found.get(), found.get().value().raisedTo(retained), OptionalLong.empty());
      if (update instanceof Update.Applied) {
        return;
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
    throw new UnknownOutcomeException(
        "the oldest retained head of %s could not be stored, and nothing is done without it; try again"
            .formatted(key));
  }

  /**
   * Forgets {@code key}, whose row is about to be removed.
   *
   * @return whether nothing is known of it any more
   */
  public boolean forget(ReferenceKey key) {
    UpdateableObjects objects = objects(key);
    Optional<Versioned<RetainedHead>> found = objects.read(id(key));
    return found.isEmpty() || objects.delete(found.get()) instanceof Update.Applied;
  }
}
