package dev.cairn.core.internal.transfer;

/** Numbers of rows and bytes of an export. */
record ExportCounts(long references, long objects, long records, long bytes) {
  static final ExportCounts NONE = new ExportCounts(0, 0, 0, 0);

  ExportCounts plusReference() {
    return new ExportCounts(references + 1, objects, records, bytes);
  }

  ExportCounts plusObject(int more) {
    return new ExportCounts(references, objects + 1, records, bytes + more);
  }

  ExportCounts plusRecord(int more) {
    return new ExportCounts(references, objects, records + 1, bytes + more);
  }

  long rows() {
    return references + objects + records;
  }
}
