package dev.cairn.api.spi;

/** The row operations of a backend, as metrics and tests name them. */
public enum Operation {
  INSERT_REFERENCE,
  READ_REFERENCE,
  SWAP_REFERENCE,
  REMOVE_REFERENCE,
  SCAN_REFERENCES,
  FETCH,
  WRITE,
  WRITE_AND_SWAP,
  INSERT,
  SWAP,
  DELETE_IF,
  DELETE,
  SCAN_OBJECTS;

  /** Whether this is a conditional write. */
  public boolean isConditional() {
    return switch (this) {
      case INSERT_REFERENCE,
          SWAP_REFERENCE,
          REMOVE_REFERENCE,
          WRITE_AND_SWAP,
          INSERT,
          SWAP,
          DELETE_IF ->
          true;
      default -> false;
    };
  }
}
