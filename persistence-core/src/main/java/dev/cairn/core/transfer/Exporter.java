package dev.cairn.core.transfer;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.Environment;
import dev.cairn.core.codec.Envelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads what travels, in the order that the package tells, and hands it on. */
final class Exporter {
  /** Records of requests, then the parts of their outcomes. */
  private static final List<String> BEFORE_REFERENCES =
      List.of("cairn.idempotency", "cairn.idempotency-part");

  /** Up to where collections have gone. */
  private static final List<String> AFTER_OBJECTS = List.of("cairn.retained");

  private static final ReferenceKey SYSTEM = new ReferenceKey(Scope.SYSTEM, Catalogs.MAIN);

  private final Backend backend;
  private final int level;
  private final Environment environment;
  private final Optional<Scope> scope;
  private final Receiver receiver;
  private final Meter meter;
  private Counts counts = Counts.NONE;

  Exporter(
      Backend backend,
      int level,
      Environment environment,
      Optional<Scope> scope,
      Receiver receiver,
      Meter meter) {
    this.backend = backend;
    this.level = level;
    this.environment = environment;
    this.scope = scope;
    this.receiver = receiver;
    this.meter = meter;
  }

  /** How much was read so far. */
  Counts counts() {
    return counts;
  }

  Header run() {
    Header header = new Header(level, environment.newToken(), environment.nowMicros(), scope);
    receiver.begin(header);
    BEFORE_REFERENCES.forEach(this::readRecords);
    List<ReferenceRow> references = readReferences();
    scan(Optional.empty(), this::readObject);
    AFTER_OBJECTS.forEach(this::readRecords);
    for (ReferenceRow row : references) {
      counts = counts.plusReference();
      receiver.reference(row);
    }
    receiver.end(counts);
    return header;
  }

  private List<ReferenceRow> readReferences() {
    List<ReferenceRow> rows = new ArrayList<>();
    if (scope.isEmpty() || scope.get().equals(Scope.SYSTEM)) {
      backend.readReference(SYSTEM, ReadMode.STRONG).ifPresent(rows::add);
    }
    backend.scanReferences(
        scope,
        Optional.empty(),
        row -> {
          if (!row.key().equals(SYSTEM)) {
            rows.add(row);
          }
          return true;
        });
    rows.sort(
        Comparator.comparing((ReferenceRow row) -> row.key().scope())
            .thenComparing(row -> row.key().name()));
    return rows;
  }

  private void readRecords(String type) {
    scan(
        Optional.of(type),
        row -> {
          counts = counts.plusRecord(row.value().length());
          receiver.record(row);
        });
  }

  private void readObject(ObjectRow row) {
    if (row.token().isPresent()) {
      return; // updateable rows travel by type or not at all
    }
    checkWhole(row);
    counts = counts.plusObject(row.value().length());
    receiver.object(row.key(), row.value());
  }

  private static void checkWhole(ObjectRow row) {
    try {
      Envelope unused = Envelope.ofBytes(row.key(), row.value());
    } catch (DamagedDataException e) {
      throw new DamagedDataException(
          "%s; nothing damaged is exported: a check tells what it affects"
              .formatted(e.getMessage()),
          e);
    }
  }

  private void scan(Optional<String> type, Consumer<ObjectRow> visitor) {
    backend.scanObjects(
        scope,
        type,
        Optional.empty(),
        row -> {
          visitor.accept(row);
          meter.count(counts);
          return true;
        });
  }
}
