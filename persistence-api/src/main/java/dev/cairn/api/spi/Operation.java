package dev.cairn.api.spi;

/** The calls of a backend that reach the database for rows, as metrics and tests name them. */
public enum Operation {
  INSERT_REFERENCE,
  READ_REFERENCE,
  SWAP_REFERENCE,
  REMOVE_REFERENCE,
  SCAN_REFERENCES,
  FETCH,
  WRITE,
  INSERT,
  SWAP,
  DELETE_IF,
  DELETE,
  SCAN_OBJECTS;

  /** Whether it is a conditional write, with three outcomes. */
  public boolean isConditional() {
    return switch (this) {
      case INSERT_REFERENCE, SWAP_REFERENCE, REMOVE_REFERENCE, INSERT, SWAP, DELETE_IF -> true;
      default -> false;
    };
  }
}
