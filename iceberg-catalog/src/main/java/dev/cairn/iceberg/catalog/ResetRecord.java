package dev.cairn.iceberg.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A {@link ResetReport} as it is stored, so that it can be reported again under the key of its
 * request. A name is its levels and the name in the namespace.
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
