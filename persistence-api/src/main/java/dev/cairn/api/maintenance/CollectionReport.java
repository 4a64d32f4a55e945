package dev.cairn.api.maintenance;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/**
 * The result of a collection or of a preview.
 *
 * @param startedAt when it started; heads superseded before this time minus the retention were not
 *     kept
 * @param cutoff rows younger than this were kept even if unreachable
 * @param isPreview whether rows were only counted, not deleted
 * @param references the number of roots: references and tombstones
 * @param heads the number of heads kept
 * @param marked the number of reachable objects, including heads, pages and chunks
 * @param scanned the number of object rows the sweep examined; it stops at the cutoff
 * @param deleted unreachable old rows, by type
 * @param young the number of unreachable rows kept because they were written after the cutoff under
 *     older IDs, as an import does; rows with newer IDs are not scanned
 * @param keptByChance the share of unreachable rows that the mark's approximate set cannot
 *     distinguish from reachable ones; it differs between runs
 * @param removedTombstones the number of tombstones removed
 * @param unknownTypes rows kept because this process does not know their type, by type
 * @param unknownScopes scopes with rows but without a catalog or reference
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
   * @param rows the number of rows
   * @param bytes the total size of their values
   */
  public record Amount(long rows, long bytes) {
    /** No rows. */
    public static final Amount NONE = new Amount(0, 0);

    /** This amount plus one row of {@code rowBytes}. */
    public Amount plus(long rowBytes) {
      return new Amount(rows + 1, bytes + rowBytes);
    }

    /** The sum of both. */
    public Amount plus(Amount other) {
      return new Amount(rows + other.rows, bytes + other.bytes);
    }
  }

  /**
   * A scope without a catalog.
   *
   * @param tenantId its tenant ID
   * @param catalogId its catalog ID
   * @param amount its contents
   */
  public record UnknownScope(String tenantId, String catalogId, Amount amount) {}

  /** The total deleted, or to be deleted. */
  public Amount deletedInAll() {
    return deleted.values().stream().reduce(Amount.NONE, Amount::plus);
  }
}
