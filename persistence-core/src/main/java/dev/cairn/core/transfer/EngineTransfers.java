package dev.cairn.core.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.TransferProgress;
import dev.cairn.api.transfer.TransferProgress.Phase;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.core.Environment;
import dev.cairn.core.check.EngineChecks;
import dev.cairn.core.codec.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Exports and imports what is in a backend. */
public final class EngineTransfers implements Transfers {
  private final Backend backend;
  private final Codec codec;
  private final EngineChecks checks;
  private final TransferLimits limits;
  private final Predicate<Scope> purged;
  private final Environment environment;

  /**
   * @param checks of the same backend
   */
  public EngineTransfers(
      Backend backend,
      Codec codec,
      EngineChecks checks,
      TransferLimits limits,
      Predicate<Scope> purged,
      Environment environment) {
    this.purged = purged;
    this.backend = backend;
    this.codec = codec;
    this.checks = checks;
    this.limits = limits;
    this.environment = environment;
  }

  @Override
  public TransferReport exportTo(
      Path file, Optional<Scope> scope, Consumer<TransferProgress> progress) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      if (Files.exists(file)) {
        throw new FileAlreadyExistsException(file.toString(), null, "an export never replaces one");
      }
      TransferReport report;
      try (var out = new DurableFile(part)) {
        report = exportTo(out, scope, progress);
      }
      Files.move(part, file);
      return report;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public TransferReport exportTo(
      OutputStream out, Optional<Scope> scope, Consumer<TransferProgress> progress) {
    Instant began = environment.clock().instant();
    ExportContents contents =
        export(scope, new ExportWriter(out), new Meter(environment, progress));
    return new TransferReport(contents, Optional.empty(), since(began));
  }

  private ExportContents export(Optional<Scope> scope, Receiver receiver, Meter meter) {
    Exporter exporter = new Exporter(backend, codec, limits, environment, scope, receiver, meter);
    Header header = exporter.run();
    return header.contents(exporter.counts());
  }

  @Override
  public ExportContents inspect(Path file, Consumer<TransferProgress> progress) {
    Meter meter = new Meter(environment, progress);
    meter.begin(Phase.INSPECTING);
    ExportContents contents = read(file, new Inspector(meter));
    meter.end();
    return contents;
  }

  private static ExportContents read(Path file, Receiver receiver) {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, receiver);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ExportContents read(InputStream in, Receiver receiver) {
    ExportReader reader = new ExportReader(in, receiver);
    Header header = reader.read();
    return header.contents(reader.counts());
  }

  @Override
  public TransferReport importFrom(
      Path file, Optional<Scope> into, Consumer<TransferProgress> progress) {
    Instant began = environment.clock().instant();
    ExportContents unused = inspect(file, progress);
    Importer importer = importer(into, new Meter(environment, progress));
    ExportContents contents = read(file, importer);
    return new TransferReport(contents, Optional.of(importer.report()), since(began));
  }

  @Override
  public TransferReport importFrom(
      InputStream in, Optional<Scope> into, Consumer<TransferProgress> progress) {
    Instant began = environment.clock().instant();
    Importer importer = importer(into, new Meter(environment, progress));
    ExportContents contents = read(in, importer);
    return new TransferReport(contents, Optional.of(importer.report()), since(began));
  }

  private Importer importer(Optional<Scope> into, Meter meter) {
    return new Importer(backend, codec, checks, limits, purged, environment, into, meter);
  }

  @Override
  public TransferReport copyTo(
      Transfers target,
      Optional<Scope> scope,
      Optional<Scope> into,
      Consumer<TransferProgress> progress) {
    if (!(target instanceof EngineTransfers to) || to.backend == backend) {
      throw new IllegalArgumentException("a copy goes to another database, opened in this process");
    }
    Instant began = environment.clock().instant();
    Importer importer = to.importer(into, new Meter(environment, progress));
    ExportContents contents = export(scope, importer, new Meter(environment, untold -> {}));
    Optional<CheckReport> report = Optional.of(importer.report());
    return new TransferReport(contents, report, since(began));
  }

  private Duration since(Instant began) {
    return Duration.between(began, environment.clock().instant());
  }

  /** Only counts. */
  private static final class Inspector implements Receiver {
    private final Meter meter;
    private Counts counts = Counts.NONE;

    Inspector(Meter meter) {
      this.meter = meter;
    }

    @Override
    public void begin(Header header) {}

    @Override
    public void record(ObjectRow row) {
      count(counts.plusRecord(row.value().length()));
    }

    @Override
    public void object(ObjectKey key, Bytes value) {
      count(counts.plusObject(value.length()));
    }

    @Override
    public void reference(ReferenceRow row) {
      count(counts.plusReference());
    }

    private void count(Counts next) {
      counts = next;
      meter.count(next);
    }

    @Override
    public void end(Counts sent) {}
  }
}
