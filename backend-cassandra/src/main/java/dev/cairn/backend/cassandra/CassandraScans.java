package dev.cairn.backend.cassandra;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Scans one table after the other. Rows of a scope are spread over the ring, so a scan reads all
 * rows and filters them here.
 *
 * @param objects both kinds; positions depend on their order
 */
record CassandraScans(
    RingTable<ReferenceKey, ReferenceRow> references,
    List<RingTable<ObjectKey, ObjectRow>> objects) {

  Optional<ScanPosition> references(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return scan(
        List.of(references),
        key -> scope.isEmpty() || scope.get().equals(key.scope()),
        row -> true,
        after,
        visitor);
  }

  Optional<ScanPosition> objects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    return scan(
        objects,
        key ->
            (scope.isEmpty() || scope.get().equals(key.scope()))
                && (type.isEmpty() || type.get().equals(key.type()))
                && !bound.isBeyond(key),
        bound::includes,
        after,
        visitor);
  }

  static List<ScanPosition> split(int parts) {
    return Arc.cut(parts).stream().map(Position::before).map(Position::toScanPosition).toList();
  }

  private static <K, R> Optional<ScanPosition> scan(
      List<RingTable<K, R>> tables,
      Predicate<K> filter,
      Predicate<R> selected,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Optional<Position> start = after.map(position -> Position.of(position, tables.size()));
    Arc part = start.map(Position::part).orElse(Arc.RING);
    for (int i = start.map(Position::table).orElse(0); i < tables.size(); i++) {
      int number = i;
      Optional<Position> stopped =
          tables
              .get(i)
              .scan(
                  part,
                  i,
                  start.filter(position -> position.table() == number),
                  filter,
                  row -> !selected.test(row) || visitor.visit(row));
      if (stopped.isPresent()) {
        return stopped.map(Position::toScanPosition);
      }
    }
    return Optional.empty();
  }
}
