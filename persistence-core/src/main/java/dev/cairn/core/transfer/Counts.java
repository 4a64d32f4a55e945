package dev.cairn.core.transfer;

/** How much an export has. */
record Counts(long references, long objects, long records, long bytes) {
  static final Counts NONE = new Counts(0, 0, 0, 0);

  Counts plusReference() {
    return new Counts(references + 1, objects, records, bytes);
  }

  Counts plusObject(int more) {
    return new Counts(references, objects + 1, records, bytes + more);
  }

  Counts plusRecord(int more) {
    return new Counts(references, objects, records + 1, bytes + more);
  }

  long rows() {
    return references + objects + records;
  }
}
