package dev.cairn.api.spi;

/** How much a read may be trusted. */
public enum ReadMode {
  /**
   * May miss the newest writes. What it finds was written, but a row that changes may be an old
   * version, and "missing" means nothing: only a strong read may deny.
   */
  WEAK,

  /** Sees every write that was acknowledged to anybody before the read began. */
  STRONG
}
