package dev.cairn.benchmarks.model;

import java.util.List;

/**
 * The timing of a database.
 *
 * @param writeMillis the median time of a call that writes immutable rows
 * @param swapMillis the median time of a swap of one row, without waiting for others
 * @param readMillis the median time of a strong read
 * @param rowMillis how long a swap blocks others on the same row
 * @param perSecond how many swaps of one row a second are accepted; more are refused
 * @param tellsRow whether a conflict returns the current row
 * @param why where the numbers are from
 */
public record Service(
    String name,
    double writeMillis,
    double swapMillis,
    double readMillis,
    double rowMillis,
    double perSecond,
    boolean tellsRow,
    String why) {
  /** The assumptions about the databases with backends. */
  public static List<Service> production() {
    return List.of(
        new Service(
            "DynamoDB",
            8,
            5,
            4,
            0,
            1_000,
            true,
            "single-digit milliseconds a call; 1,000 write units/s per partition, of which a swap of"
                + " a row below 1 KB takes one, whether it succeeds or not"),
        new Service(
            "Cassandra, three zones",
            2,
            6,
            4,
            4,
            Double.POSITIVE_INFINITY,
            true,
            "1 ms between zones; a lightweight transaction takes two rounds between replicas and the"
                + " commit, during which the partition takes no other; a quorum write takes one"),
        new Service(
            "MongoDB, three zones",
            6,
            6,
            3,
            0.2,
            Double.POSITIVE_INFINITY,
            false,
            "journal and majority acknowledgement across zones; updates of a document follow each"
                + " other on the primary and are acknowledged later; a conflict costs a read"));
  }

  /** A service whose calls take as long as those of a measurement. */
  public static Service measured(double callMillis) {
    return new Service(
        "as measured",
        callMillis,
        callMillis,
        callMillis,
        0,
        Double.POSITIVE_INFINITY,
        true,
        "every call takes the same time");
  }
}
