package dev.cairn.backend.cassandra;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Scans, one table after the other. Rows of a scope are all over the ring, so a scan reads all and
 * leaves out what was not asked for here.
 *
 * @param objects both kinds, in the order that positions count on
 */
record Scans(
    RingTable<ReferenceKey, ReferenceRow> references,
    List<RingTable<ObjectKey, ObjectRow>> objects) {

  Optional<ScanPosition> references(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return scan(
        List.of(references),
        key -> scope.isEmpty() || scope.get().equals(key.scope()),
        after,
        visitor);
  }

  Optional<ScanPosition> objects(
      Optional<Scope> scope,
      Optional<String> type,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    return scan(
        objects,
        key ->
            (scope.isEmpty() || scope.get().equals(key.scope()))
                && (type.isEmpty() || type.get().equals(key.type())),
        after,
        visitor);
  }

  static List<ScanPosition> split(int parts) {
    return Arc.cut(parts).stream().map(Position::before).map(Position::toScanPosition).toList();
  }

  private static <K, R> Optional<ScanPosition> scan(
      List<RingTable<K, R>> tables,
      Predicate<K> filter,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Optional<Position> start = after.map(position -> Position.of(position, tables.size()));
    Arc part = start.map(Position::part).orElse(Arc.RING);
    for (int i = start.map(Position::table).orElse(0); i < tables.size(); i++) {
      int number = i;
      Optional<Position> stopped =
          tables
              .get(i)
              .scan(part, i, start.filter(position -> position.table() == number), filter, visitor);
      if (stopped.isPresent()) {
        return stopped.map(Position::toScanPosition);
      }
    }
    return Optional.empty();
  }
}
