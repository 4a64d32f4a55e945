package dev.cairn.core.internal.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.InvalidExportException;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.api.transfer.Transfers.Progress.Phase;
import dev.cairn.core.internal.check.EngineChecks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.idempotency.TravellingRecords;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes an export to a backend, and makes it visible once it is complete and checked. */
final class Importer implements Receiver {
  private static final int BATCH_ROWS = 1000;
  private static final int BATCH_BYTES = 2 << 20;

  private final Backend backend;
  private final Codec codec;
  private final EngineChecks checks;
  private final TransferLimits limits;
  private final Predicate<Scope> purged;
  private final Environment environment;
  private final Transfers.ImportOptions options;
  private final TransferMeter meter;

  private final List<ObjectRow> batch = new ArrayList<>();
  private final List<ReferenceRow> references = new ArrayList<>();
  private int batchBytes;
  private ExportCounts counts = ExportCounts.NONE;
  private long newestTimestamp;
  private @Nullable Header header;
  private @Nullable MarkedImport marked;
  private @Nullable IntactReferences checked;

  /** Writes to {@code backend} what {@code options} say. */
  Importer(
      Backend backend,
      Codec codec,
      EngineChecks checks,
      TransferLimits limits,
      Predicate<Scope> purged,
      Environment environment,
      Transfers.ImportOptions options,
      TransferMeter meter) {
    this.backend = backend;
    this.codec = codec;
    this.checks = checks;
    this.limits = limits;
    this.purged = purged;
    this.environment = environment.patient();
    this.options = options;
    this.meter = meter;
  }

  /** What the check of it found. */
  IntactReferences checked() {
    return Objects.requireNonNull(checked);
  }

  @Override
  public void begin(Header begun) {
    Optional<Scope> one = options.only().or(begun::scope);
    if (options.into().isPresent() && one.isEmpty()) {
      throw new ImportRefusedException(
          "the export is of a whole database; it cannot go into the scope %s: name the one scope of it to import"
              .formatted(options.into().get()));
    }
    if (begun.level() > codec.level()) {
      throw new ImportRefusedException(
          "the export has format level %d, this database has %d; raise the level of this database first"
              .formatted(begun.level(), codec.level()));
    }
    Optional<Scope> scope = options.into().or(() -> one);
    if (scope.isPresent() && purged.test(scope.get())) {
      throw new ImportRefusedException(
          "the scope %s is purged and cannot be used again; import into another one"
              .formatted(scope.get()));
    }
    header = begun;
    marked =
        new MarkedImport(
            backend,
            new UpdateableObjects(backend, codec, Scope.SYSTEM, environment),
            environment,
            limits,
            scope,
            begun.id().toString());
  }

  private MarkedImport marked() {
    return Objects.requireNonNull(marked);
  }

  private Scope target(Scope scope) {
    Optional<Scope> only = Objects.requireNonNull(header).scope();
    if (only.isPresent() && !only.get().equals(scope)) {
      throw new InvalidExportException(
          "the export of %s has a row of %s".formatted(only.get(), scope));
    }
    return options.into().orElse(scope);
  }

  private boolean isWanted(Scope scope) {
    return options.only().isEmpty() || options.only().get().equals(scope);
  }

  @Override
  public void object(ObjectKey key, Bytes value) {
    counts = counts.plusObject(value.length());
    meter.count(counts);
    if (!isWanted(key.scope())) {
      return;
    }
    newestTimestamp = Math.max(newestTimestamp, SnowflakeId.timestamp(key.id().toLong()));
    ObjectKey mapped = new ObjectKey(target(key.scope()), key.type(), key.id());
    batch.add(ObjectRow.immutable(mapped, value, environment.nowMicros()));
    batchBytes += value.length();
    if (batch.size() == BATCH_ROWS || batchBytes >= BATCH_BYTES) {
      flush();
    }
  }

  private void flush() {
    if (!batch.isEmpty()) {
      marked().checkAge();
      backend.write(batch);
      batch.clear();
      batchBytes = 0;
    }
  }

  @Override
  public void record(ObjectRow row) {
    counts = counts.plusRecord(row.value().length());
    if (!isWanted(row.key().scope())) {
      return;
    }
    ObjectKey key = new ObjectKey(target(row.key().scope()), row.key().type(), row.key().id());
    if (!Backoff.BRIEF.until(environment, () -> tryStore(key, row))) {
      throw new UnknownOutcomeException(
          "the row %s may or may not have been stored; repeat the import".formatted(key));
    }
  }

  private boolean tryStore(ObjectKey key, ObjectRow row) {
    Optional<ObjectRow> found = backend.fetch(List.of(key), ReadMode.STRONG).get(0);
    if (found.isPresent() && isKept(found.get(), row)) {
      return true;
    }
    ObjectRow next =
        new ObjectRow(
            key,
            row.value(),
            Optional.of(environment.newToken()),
            row.createdAtMicros(),
            row.expiresAtMicros());
    CasResult<ObjectRow> result =
        found.isEmpty()
            ? backend.insert(next)
            : backend.swap(found.get().token().orElseThrow(), next);
    return result instanceof CasResult.Applied;
  }

  private boolean isKept(ObjectRow found, ObjectRow row) {
    // Once references are visible, what is there may be newer than the export.
    return marked().wasPublishing()
        || found.value().equals(row.value())
        || TravellingRecords.isFinal(found, row, codec);
  }

  @Override
  public void reference(ReferenceRow row) {
    counts = counts.plusReference();
    if (!isWanted(row.key().scope())) {
      return;
    }
    references.add(
        new ReferenceRow(
            new ReferenceKey(target(row.key().scope()), row.key().name()),
            row.headId(),
            row.version(),
            row.token(),
            row.createdAtMicros(),
            row.earlierHeads(),
            row.deletedAtMicros()));
  }

  @Override
  public void end(ExportCounts sent) {
    flush();
    if (!sent.equals(counts)) {
      throw new InvalidExportException("%s were sent, but %s arrived".formatted(sent, counts));
    }
    IntactReferences intact = check();
    checked = intact;
    awaitNewestId();
    meter.begin(Phase.PUBLISHING);
    marked().publish();
    new Publisher(backend, environment, marked()).publish(intact.rows());
    marked().finish();
  }

  private IntactReferences check() {
    meter.begin(Phase.CHECKING);
    IntactReferences found = IntactReferences.of(references, this::check);
    boolean isAnyLeft = !found.rows().isEmpty();
    if (!found.leftOut().isEmpty() && !(options.isIntactEnough() && isAnyLeft)) {
      throw new InvalidExportException(
          "the export misses what its references need, so nothing of it became visible: %s%s"
              .formatted(
                  text(found),
                  isAnyLeft ? "; the others are intact and can be imported without it" : ""));
    }
    return found;
  }

  private CheckReport check(List<ReferenceRow> rows) {
    return checks.check(
        rows,
        Checks.Options.ALL,
        done -> meter.tick(done.heads() + done.pages() + done.objects(), done.bytes()));
  }

  private static String text(IntactReferences found) {
    ReferenceKey first = found.leftOut().get(0);
    int others = found.leftOut().size() - 1;
    Finding finding = found.first().findings().get(0);
    return "the reference %s of @%s%s; %s/%s is %s"
        .formatted(
            first.name(),
            first.scope(),
            others == 0 ? "" : " and %s more".formatted(others),
            "@" + finding.scope(),
            finding.subject(),
            finding.kind());
  }

  /** No commit to what becomes visible now draws an ID that the import contains. */
  private void awaitNewestId() {
    Instant ready =
        SnowflakeId.toInstant(newestTimestamp).plus(limits.skew()).plus(TransferLimits.MARGIN);
    Duration ahead = Duration.between(environment.clock().instant(), ready);
    if (ahead.compareTo(TransferLimits.MOST_AHEAD) > 0) {
      throw new ImportRefusedException(
          "the newest ID in the export, %s, is in the future (%s ahead of this clock); correct the clock, or import after that time"
              .formatted(SnowflakeId.toInstant(newestTimestamp), ahead));
    }
    while (environment.clock().instant().isBefore(ready)) {
      environment.waiter().await(Duration.between(environment.clock().instant(), ready));
    }
  }
}
