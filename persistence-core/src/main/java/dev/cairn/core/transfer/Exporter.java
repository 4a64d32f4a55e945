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
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.Envelope;
import dev.cairn.core.idempotency.TravellingRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads what travels, in the order that the package tells, and hands it on. */
final class Exporter {
  /** Up to where collections have gone. */
  private static final String RETAINED = "cairn.retained";

  private static final ReferenceKey SYSTEM = new ReferenceKey(Scope.SYSTEM, Catalogs.MAIN);

  private final Backend backend;
  private final Codec codec;
  private final TransferLimits limits;
  private final Environment environment;
  private final Optional<Scope> scope;
  private final Receiver receiver;
  private final Meter meter;
  private Counts counts = Counts.NONE;

  Exporter(
      Backend backend,
      Codec codec,
      TransferLimits limits,
      Environment environment,
      Optional<Scope> scope,
      Receiver receiver,
      Meter meter) {
    this.backend = backend;
    this.codec = codec;
    this.limits = limits;
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
    Header header =
        new Header(codec.level(), environment.newToken(), environment.nowMicros(), scope);
    receiver.begin(header);
    TravellingRecords.TYPES.forEach(type -> scan(Optional.of(type), this::readRecord));
    List<ReferenceRow> references = readReferences();
    readLateRecords(header.exportedAtMicros());
    scan(Optional.empty(), this::readObject);
    scan(Optional.of(RETAINED), this::readRecord);
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

  private void readRecord(ObjectRow row) {
    counts = counts.plusRecord(row.value().length());
    receiver.record(row);
  }

  // By the slowest clock, what was accepted since the first scan of records began.
  private void readLateRecords(long exportedAtMicros) {
    Duration earlier = limits.skew().plus(TransferLimits.MARGIN);
    long since = exportedAtMicros - earlier.toNanos() / 1000;
    scan(
        Optional.of(TravellingRecords.TYPES.get(0)),
        row -> TravellingRecords.reopened(row, since, codec).ifPresent(this::readRecord));
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
