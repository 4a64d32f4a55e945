package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.References;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Searches the line of heads of a reference for one commit. Used once.
 *
 * <p>Up to 8 heads lead from a row to any of 200,000 heads before it. The head that the commit
 * names is read together with the first of them, so a search takes 9 reads, including that of the
 * row.
 */
final class CommitSearch {
  private final References references;
  private final Heads heads;
  private final CommitId commit;
  private final HeadVersion sought;
  private @Nullable OpenHead found;

  CommitSearch(References references, Heads heads, CommitId commit) {
    this.references = references;
    this.heads = heads;
    this.commit = commit;
    this.sought = new HeadVersion(commit.head().version(), commit.head().id());
  }

  /** What the current row and its line of heads prove. */
  CommitStatus status() {
    Optional<ReferenceRow> row = references.read(commit.reference());
    if (row.isEmpty()) {
      return CommitStatus.UNKNOWN;
    }
    try {
      return isApplied(row.get()) ? CommitStatus.APPLIED : CommitStatus.UNKNOWN;
    } catch (ObjectNotFoundException e) {
      return CommitStatus.UNKNOWN; // the heads that could prove it are collected
    }
  }

  /**
   * Whether the commit is in the head it names, and that head is in the line of {@code row}.
   *
   * @throws ObjectNotFoundException if a head that is needed to decide is missing
   */
  boolean isApplied(ReferenceRow row) {
    return references.isInLine(row, sought, this::headsBefore)
        && head().head().log().stream().anyMatch(logged -> logged.id() == commit.entry());
  }

  private EarlierHeads headsBefore(long id) {
    if (found != null) {
      return heads.get(id).earlier();
    }
    Map<Long, OpenHead> both = heads.find(List.of(id, sought.headId()));
    found = both.get(sought.headId());
    OpenHead next = both.get(id);
    if (found == null || next == null) {
      throw new ObjectNotFoundException(
          "a head on the way to the commit %s is not retained".formatted(commit));
    }
    return next.earlier();
  }

  private OpenHead head() {
    OpenHead known = found;
    return known != null ? known : heads.get(sought.headId());
  }
}
