package dev.cairn.core.internal.store;

import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.index.MissingPageException;
import java.util.Optional;

/** Looks a key up among those that the current head of a reference knows as applied. */
final class KeyLookup {
  private final CommitServices services;
  private final HeadFinder history;

  KeyLookup(CommitServices services, HeadFinder history) {
    this.services = services;
    this.history = history;
  }

  Optional<KeyedCommit> find(String reference, CommitKey key) {
    HeadFinder.Current current = history.current(reference);
    while (true) {
      try {
        return find(current, key);
      } catch (MissingPageException e) {
        HeadFinder.Current now = history.current(reference);
        if (References.isSameState(now.row(), current.row())) {
          throw GroupRun.incomplete(reference, e);
        }
        current = now; // the process was paused for so long that the state was collected
      }
    }
  }

  private Optional<KeyedCommit> find(HeadFinder.Current current, CommitKey key) {
    ReferenceRow row = current.row();
    OpenHead head = current.head();
    KnownKeys keys =
        KnownKeys.of(
            row, head, services.heads(), services.limits(), services.environment().nowMicros());
    return new GroupState(head, keys, services.heads())
        .findKey(row.key().name(), row.createdAtMicros(), key, AppliedKeys.place(key));
  }
}
