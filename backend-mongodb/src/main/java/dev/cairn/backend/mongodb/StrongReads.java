package dev.cairn.backend.mongodb;

import com.mongodb.ReadConcern;

/** What a read that decides asks of the primary. */
public enum StrongReads {
  /**
   * The primary shows, by a write of its own to a majority, that it was still the primary. The only
   * level at which a primary that was replaced and does not know it yet cannot answer wrongly.
   */
  LINEARIZABLE,

  /**
   * What the primary knows a majority to have. Cheaper, and all there is on a server without
   * replicas; but for seconds after a network is cut in two, the primary on the lost side answers
   * with old rows.
   */
  MAJORITY;

  ReadConcern concern() {
    return this == LINEARIZABLE ? ReadConcern.LINEARIZABLE : ReadConcern.MAJORITY;
  }
}
