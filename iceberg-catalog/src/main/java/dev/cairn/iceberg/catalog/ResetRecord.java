package dev.cairn.iceberg.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The stored form of a {@link ResetReport}, which repetitions of the request under the same key
 * return. A name is stored as its levels and the name in the namespace.
 */
record ResetRecord(int restored, List<List<String>> dropped, List<List<String>> leftOut) {
  static ResetRecord of(ResetReport report) {
    return new ResetRecord(report.restored(), stored(report.dropped()), stored(report.leftOut()));
  }

  ResetReport report() {
    return new ResetReport(restored, names(dropped), names(leftOut));
  }

  private static List<List<String>> stored(List<TableIdentifier> names) {
    return names.stream()
        .map(
            name ->
                Stream.concat(Arrays.stream(name.namespace().levels()), Stream.of(name.name()))
                    .toList())
        .toList();
  }

  private static List<TableIdentifier> names(List<List<String>> stored) {
    return stored.stream()
        .map(
            levels -> {
              int last = levels.size() - 1;
              String[] namespace = levels.subList(0, last).toArray(String[]::new);
              return TableIdentifier.of(Namespace.of(namespace), levels.get(last));
            })
        .toList();
  }
}
