package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import dev.cairn.simulation.chaos.ForwardingStore;

/** Stores that break a rule of commits with keys. */
public final class BrokenKeyedStores {
  private BrokenKeyedStores() {}

  /** A key that is too old to be known passes for one that was not applied. */
  public static Store executesWhatIsExpired(Store sound) {
    return new ForwardingStore(sound) {
      @Override
      public KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change) {
        KeyedCommit commit = super.commit(reference, key, change);
        if (!(commit instanceof KeyedCommit.WindowExpired)) {
          return commit;
        }
        var committed = super.commit(reference, change);
        return new KeyedCommit.Applied(committed.value(), committed.id().orElseThrow());
      }
    };
  }

  /** A step with a name looks for itself only, not for a failure of its request. */
  public static Store stepsIgnoreFailures(Store sound) {
    return new ForwardingStore(sound) {
      @Override
      public KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change) {
        KeyedCommit commit = super.commit(reference, key, change);
        if (key.step().isEmpty() || !(commit instanceof KeyedCommit.AlreadyFailed)) {
          return commit;
        }
        var committed = super.commit(reference, change);
        return new KeyedCommit.Applied(committed.value(), committed.id().orElseThrow());
      }
    };
  }

  /** A failure is returned without being recorded. */
  public static Store failsWithoutTheHead(Store sound) {
    return new ForwardingStore(sound) {
      @Override
      public KeyedCommit recordFailure(String reference, CommitKey key, Bytes failure) {
        return findKey(reference, key).orElseGet(() -> new KeyedCommit.AlreadyFailed(failure));
      }
    };
  }
}
