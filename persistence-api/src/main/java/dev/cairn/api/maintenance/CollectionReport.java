package dev.cairn.api.maintenance;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/**
 * What a collection did, or would do.
 *
 * @param startedAt when it began; heads superseded longer ago than the retention before then were
 *     not kept
 * @param cutoff rows younger than this were kept whatever refers to them
 * @param isPreview whether nothing was deleted, only counted
 * @param references how many references and tombstones were the roots
 * @param heads how many heads were kept
 * @param marked how many objects were found reachable, heads, pages and chunks included
 * @param scanned how many rows of objects the sweep looked at
 * @param deleted what was unreachable and old, by type
 * @param young how many unreachable rows stay because they are younger than the cutoff
 * @param keptByChance the share of unreachable rows that the memory of the mark cannot tell from
 *     reachable ones; another run tells others apart
 * @param removedTombstones how many references that were deleted long ago are forgotten
 * @param unknownTypes rows kept because this process does not know their type, by type
 * @param unknownScopes scopes with rows that no catalog and no reference has
 */
public record CollectionReport(
    Instant startedAt,
    Instant cutoff,
    boolean isPreview,
    long references,
    long heads,
    long marked,
    long scanned,
    SortedMap<String, Amount> deleted,
    long young,
    double keptByChance,
    long removedTombstones,
    SortedMap<String, Amount> unknownTypes,
    List<UnknownScope> unknownScopes) {

  /**
   * Rows and the bytes of their values.
   *
   * @param rows how many
   * @param bytes what their values measure together
   */
  public record Amount(long rows, long bytes) {
    /** Nothing. */
    public static final Amount NONE = new Amount(0, 0);

    /** This and one row more. */
    public Amount plus(long rowBytes) {
      return new Amount(rows + 1, bytes + rowBytes);
    }

    /** Both together. */
    public Amount plus(Amount other) {
      return new Amount(rows + other.rows, bytes + other.bytes);
    }
  }

  /**
   * A scope nobody knows.
   *
   * @param tenantId its tenant
   * @param catalogId its catalog
   * @param amount what it holds
   */
  public record UnknownScope(String tenantId, String catalogId, Amount amount) {}

  /** All that was deleted, or would be. */
  public Amount deletedInAll() {
    return deleted.values().stream().reduce(Amount.NONE, Amount::plus);
  }
}
