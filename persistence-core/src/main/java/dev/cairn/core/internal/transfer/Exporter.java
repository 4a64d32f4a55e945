package dev.cairn.core.internal.transfer;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.check.Checks;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.transfer.Transfers.Progress.Phase;
import dev.cairn.core.internal.check.EngineChecks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.ReferenceScan;
import dev.cairn.core.internal.idempotency.TravellingRecords;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.ScanBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the data to transfer, in the order that the package documentation gives, and hands it to a
 * receiver.
 */
final class Exporter {
  /** The type of the records of the oldest heads that collections keep. */
  private static final String RETAINED = "cairn.retained";

  private static final ReferenceKey SYSTEM = new ReferenceKey(Scope.SYSTEM, Catalogs.MAIN);

  private final Backend backend;
  private final Codec codec;
  private final EngineChecks checks;
  private final TransferLimits limits;
  private final Environment environment;
  private final Optional<Scope> scope;
  private final List<String> updateables;
  private final Receiver receiver;
  private final TransferMeter meter;
  private ExportCounts counts = ExportCounts.NONE;
  private @Nullable IntactReferences references;

  /**
   * @param updateables the names of the application's updateable types that travel
   */
  Exporter(
      Backend backend,
      Codec codec,
      EngineChecks checks,
      TransferLimits limits,
      Environment environment,
      Optional<Scope> scope,
      List<String> updateables,
      Receiver receiver,
      TransferMeter meter) {
    this.backend = backend;
    this.codec = codec;
    this.checks = checks;
    this.limits = limits;
    this.environment = environment;
    this.scope = scope;
    this.updateables = updateables;
    this.receiver = receiver;
    this.meter = meter;
  }

  /** How much was read so far. */
  ExportCounts counts() {
    return counts;
  }

  /** The references that it has, and those that are not intact. */
  IntactReferences references() {
    return Objects.requireNonNull(references);
  }

  Header run() {
    Header header =
        new Header(codec.level(), environment.newToken(), environment.nowMicros(), scope);
    receiver.begin(header);
    TravellingRecords.TYPES.forEach(type -> scan(type, this::readRecord));
    updateables.forEach(type -> scan(type, this::readRecord));
    IntactReferences intact = intact(readReferences());
    references = intact;
    readLateRecords(header.exportedAtMicros());
    readObjects(NeededIds.of(intact.rows(), backend, codec, environment));
    scan(RETAINED, this::readRecord);
    for (ReferenceRow row : intact.rows()) {
      counts = counts.plusReference();
      receiver.reference(row);
    }
    receiver.end(counts);
    return header;
  }

  // A file that no import accepts is worse than none: what is lost turns out when it is needed.
  private IntactReferences intact(List<ReferenceRow> all) {
    meter.begin(Phase.CHECKING);
    IntactReferences found =
        IntactReferences.of(
            all,
            rows ->
                checks.checkStored(
                    rows,
                    Checks.Options.ALL,
                    done ->
                        meter.tick(done.heads() + done.pages() + done.objects(), done.bytes())));
    meter.begin(Phase.MOVING);
    return found;
  }

  private List<ReferenceRow> readReferences() {
    List<ReferenceRow> rows = new ArrayList<>();
    if (scope.isEmpty() || scope.get().equals(Scope.SYSTEM)) {
      backend.readReference(SYSTEM, ReadMode.STRONG).ifPresent(rows::add);
    }
    new ReferenceScan(backend, environment, scope)
        .run(
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

  // Reads requests accepted since the first scan of records began, by the slowest clock.
  private void readLateRecords(long exportedAtMicros) {
    Duration earlier = limits.skew().plus(TransferLimits.MARGIN);
    long since = exportedAtMicros - earlier.toNanos() / 1000;
    scan(
        TravellingRecords.TYPES.get(0),
        row -> TravellingRecords.reopened(row, since, codec).ifPresent(this::readRecord));
  }

  // The scan does not follow concurrent commits. Where all heads record the newest ID they need, it
  // ends there; otherwise it reads all IDs that may have been drawn by now, and then what else
  // turns out to be needed.
  private void readObjects(NeededIds needed) {
    ScanBound now = ScanBounds.now(environment, limits.skew());
    if (needed.isCertain()) {
      ScanBound bound = new ScanBound(needed.newest(), now.createdAtMicros());
      scan(bound, row -> readObject(row, Optional.empty()));
      return;
    }
    ScanBound bound =
        new ScanBound(Math.max(now.newestId(), needed.newest()), now.createdAtMicros());
    LateObjects late = new LateObjects(backend, codec, environment, bound);
    scan(bound, row -> readObject(row, Optional.of(late)));
    late.read(row -> readObject(row, Optional.of(late)));
  }

  private void readObject(ObjectRow row, Optional<LateObjects> late) {
    if (row.token().isPresent()) {
      return; // updateable rows travel by type or not at all
    }
    Envelope envelope;
    try {
      envelope = Envelope.ofBytes(row.key(), row.value());
    } catch (DamagedDataException e) {
      return; // what needs it is left out
    }
    counts = counts.plusObject(row.value().length());
    receiver.object(row.key(), row.value());
    late.ifPresent(objects -> objects.look(row.key(), envelope));
  }

  private void scan(String type, Consumer<ObjectRow> visitor) {
    ScanBounds.scanNamed(
        backend, environment, limits.skew(), scope, type, row -> visit(row, visitor));
  }

  private void scan(ScanBound bound, Consumer<ObjectRow> visitor) {
    backend.scanObjects(
        scope, Optional.empty(), bound, Optional.empty(), row -> visit(row, visitor));
  }

  private boolean visit(ObjectRow row, Consumer<ObjectRow> visitor) {
    visitor.accept(row);
    meter.count(counts);
    return true;
  }
}
