package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A change that is applied once for its key. It makes all decisions on the state that the swap
 * replaces; if another swap comes first, it runs and decides again.
 *
 * @param place where heads keep its key
 * @param isFailure whether it only records that the request failed
 * @param clock decides whether its deadline has passed: read on the state that the swap replaces,
 *     and not before, because the process may be paused in between
 */
record KeyedChange(
    CommitKey key,
    AppliedKeys.Place place,
    Change<Bytes> change,
    boolean isFailure,
    InstantSource clock)
    implements MemberChange<KeyedCommit> {
  @Override
  public KeyedCommit apply(MemberWorkspace workspace) {
    Optional<KeyedCommit> known = workspace.findKey(key, place);
    if (known.isPresent()) {
      return known.get();
    }
    if (clock.instant().isAfter(key.deadline())) {
      return AppliedKeys.expired(
          workspace.reference(),
          key,
          "its time to be applied ended at its deadline " + key.deadline());
    }
    Bytes result = change.apply(workspace);
    if (result.length() > CommitKey.MAX_RESULT_BYTES) {
      throw new IllegalArgumentException(
          "the result of %s has %d bytes; at most %d are kept with a key, so return a summary of it"
              .formatted(key, result.length(), CommitKey.MAX_RESULT_BYTES));
    }
    workspace.recordKey(key, place, isFailure, result);
    return isFailure
        ? new KeyedCommit.AlreadyFailed(result)
        : new KeyedCommit.Applied(result, workspace.commitId());
  }
}
