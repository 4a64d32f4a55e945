package dev.cairn.core.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.check.CheckOptions;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.InvalidExportException;
import dev.cairn.api.transfer.TransferProgress.Phase;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.core.check.EngineChecks;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.idempotency.TravellingRecords;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes an export to a backend, and makes it visible when all of it is there and whole. */
final class Importer implements Receiver {
  private static final int BATCH_ROWS = 1000;
  private static final int BATCH_BYTES = 2 << 20;

  private final Backend backend;
  private final Codec codec;
  private final EngineChecks checks;
  private final TransferLimits limits;
  private final Predicate<Scope> purged;
  private final Environment environment;
  private final Optional<Scope> into;
  private final Meter meter;

  private final List<ObjectRow> batch = new ArrayList<>();
  private final List<ReferenceRow> references = new ArrayList<>();
  private int batchBytes;
  private Counts counts = Counts.NONE;
  private long newestTimestamp;
  private @Nullable Header header;
  private @Nullable MarkedImport marked;
  private @Nullable CheckReport report;

  /** Writes to {@code backend}, into the scope {@code into} if one is given. */
  Importer(
      Backend backend,
      Codec codec,
      EngineChecks checks,
      TransferLimits limits,
      Predicate<Scope> purged,
      Environment environment,
      Optional<Scope> into,
      Meter meter) {
    this.backend = backend;
    this.codec = codec;
    this.checks = checks;
    this.limits = limits;
    this.purged = purged;
    this.environment = environment.patient();
    this.into = into;
    this.meter = meter;
  }

  /** What the check of it found, which is nothing. */
  CheckReport report() {
    return Objects.requireNonNull(report);
  }

  @Override
  public void begin(Header begun) {
    if (into.isPresent() && begun.scope().isEmpty()) {
      throw new ImportRefusedException(
          "the export is of a whole database; it cannot go into the scope %s"
              .formatted(into.get()));
    }
    if (begun.level() > codec.level()) {
      throw new ImportRefusedException(
          "the export has format level %d, this database %d; raise the level of this database first"
              .formatted(begun.level(), codec.level()));
    }
    Optional<Scope> scope = into.isPresent() ? into : begun.scope();
    if (scope.isPresent() && purged.test(scope.get())) {
      throw new ImportRefusedException(
          "the scope %s is purged, for ever; import into another one".formatted(scope.get()));
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
    return into.orElse(scope);
  }

  @Override
  public void object(ObjectKey key, Bytes value) {
    newestTimestamp = Math.max(newestTimestamp, SnowflakeId.timestamp(key.id().toLong()));
    ObjectKey mapped = new ObjectKey(target(key.scope()), key.type(), key.id());
    batch.add(ObjectRow.immutable(mapped, value, environment.nowMicros()));
    batchBytes += value.length();
    if (batch.size() == BATCH_ROWS || batchBytes >= BATCH_BYTES) {
      flush();
    }
    counts = counts.plusObject(value.length());
    meter.count(counts);
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
    ObjectKey key = new ObjectKey(target(row.key().scope()), row.key().type(), row.key().id());
    counts = counts.plusRecord(row.value().length());
    for (int tryNumber = 1; tryNumber <= Backoff.BRIEF.tries(); tryNumber++) {
      Optional<ObjectRow> found = backend.fetch(List.of(key), ReadMode.STRONG).get(0);
      if (found.isPresent() && isKept(found.get(), row)) {
        return;
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
      if (result instanceof CasResult.Applied) {
        return;
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
    throw new UnknownOutcomeException(
        "the row %s may or may not have been stored; repeat the import".formatted(key));
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
  public void end(Counts sent) {
    flush();
    if (!sent.equals(counts)) {
      throw new InvalidExportException("%s were sent and %s have arrived".formatted(sent, counts));
    }
    report = check();
    awaitNewestId();
    meter.begin(Phase.PUBLISHING);
    marked().publish();
    new Publisher(backend, environment, marked()).publish(references);
    marked().finish();
  }

  private CheckReport check() {
    meter.begin(Phase.CHECKING);
    CheckReport found =
        checks.check(
            references,
            CheckOptions.ALL,
            done -> meter.tick(done.heads() + done.pages() + done.objects(), done.bytes()));
    if (!found.isClean()) {
      throw new ImportRefusedException(
          "what arrived is not whole, so nothing of it was made visible: %d findings, the first %s"
              .formatted(found.totals().findings(), found.findings().get(0)));
    }
    return found;
  }

  /** Nobody who commits to what becomes visible now draws an ID that is in it. */
  private void awaitNewestId() {
    Instant ready =
        SnowflakeId.toInstant(newestTimestamp).plus(limits.skew()).plus(TransferLimits.MARGIN);
    Duration ahead = Duration.between(environment.clock().instant(), ready);
    if (ahead.compareTo(TransferLimits.MOST_AHEAD) > 0) {
      throw new ImportRefusedException(
          "the newest ID in the export, %s, is of a time to come (%s ahead of this clock); set the clock right, or import when it is past"
              .formatted(SnowflakeId.toInstant(newestTimestamp), ahead));
    }
    while (environment.clock().instant().isBefore(ready)) {
      environment.waiter().await(Duration.between(environment.clock().instant(), ready));
    }
  }
}
