package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Workspace;
import java.util.Optional;

/**
 * A change that is made once for its key. All it decides, it decides on the state that the swap
 * replaces: whoever swapped in between makes it decide again.
 *
 * @param place where heads keep its key
 * @param isFailure whether it only records that the request failed
 * @param isLate whether it was submitted after its deadline
 */
record KeyedChange(
    CommitKey key, AppliedKeys.Place place, Change<Bytes> change, boolean isFailure, boolean isLate)
    implements Change<KeyedCommit> {
  @Override
  public KeyedCommit apply(Workspace workspace) {
    MemberWorkspace state = (MemberWorkspace) workspace;
    Optional<KeyedCommit> known = state.findKey(key, place);
    if (known.isPresent()) {
      return known.get();
    }
    if (isLate) {
      return AppliedKeys.expired(
          workspace.reference(), key, "it was submitted after its deadline " + key.deadline());
    }
    Bytes result = change.apply(workspace);
    if (result.length() > CommitKey.MAX_RESULT_BYTES) {
      throw new IllegalArgumentException(
          "the result of %s has %d bytes; at most %d are kept with a key, so return a summary of it"
              .formatted(key, result.length(), CommitKey.MAX_RESULT_BYTES));
    }
    state.recordKey(key, place, isFailure, result);
    return isFailure
        ? new KeyedCommit.AlreadyFailed(result)
        : new KeyedCommit.Applied(result, state.commitId());
  }
}
