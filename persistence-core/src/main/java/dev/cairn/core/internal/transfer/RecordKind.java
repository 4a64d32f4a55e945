package dev.cairn.core.internal.transfer;

/** Kinds of records in an export file. */
final class RecordKind {
  static final int HEADER = 1;
  static final int SCOPE = 2;
  static final int RECORD = 3;
  static final int OBJECT = 4;
  static final int REFERENCE = 5;
  static final int TRAILER = 6;

  static final String MAGIC = "cairnexp";
  static final int HAS_HEAD = 1;
  static final int IS_DELETED = 2;

  /**
   * More than any row has; a record that announces more is damaged, and nothing is allocated for
   * it.
   */
  static final int MAX_CONTENT = (64 << 20) + (64 << 10);

  private RecordKind() {}
}
