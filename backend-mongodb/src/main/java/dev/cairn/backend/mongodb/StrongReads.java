package dev.cairn.backend.mongodb;

import com.mongodb.ReadConcern;

/** The read concern of strong reads. */
public enum StrongReads {
  /**
   * The primary proves, by a write to a majority, that it is still the primary. The only level at
   * which a replaced primary that does not know it yet cannot answer with old rows.
   */
  LINEARIZABLE,

  /**
   * Rows that the primary knows a majority to have. Cheaper, and the only level on a server without
   * replicas; but for seconds after a network partition, the primary on the minority side answers
   * with old rows.
   */
  MAJORITY;

  ReadConcern concern() {
    return this == LINEARIZABLE ? ReadConcern.LINEARIZABLE : ReadConcern.MAJORITY;
  }
}
