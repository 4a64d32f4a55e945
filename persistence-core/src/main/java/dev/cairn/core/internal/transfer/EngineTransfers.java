package dev.cairn.core.internal.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.api.transfer.Transfers.Progress.Phase;
import dev.cairn.core.internal.check.EngineChecks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.runtime.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The engine's {@link Transfers}: exports, imports and copies of a backend's data. */
public final class EngineTransfers implements Transfers {
  private final Backend backend;
  private final Codec codec;
  private final EngineChecks checks;
  private final TransferLimits limits;
  private final Predicate<Scope> purged;
  private final List<String> updateables;
  private final Environment environment;

  /**
   * @param checks of the same backend
   * @param types the application's types
   */
  public EngineTransfers(
      Backend backend,
      Codec codec,
      EngineChecks checks,
      TransferLimits limits,
      Predicate<Scope> purged,
      ObjectTypes types,
      Environment environment) {
    this.updateables =
        types.all().stream()
            .filter(type -> type.updateable() && type.exported())
            .<String>map(ObjectType::name)
            .toList();
    this.purged = purged;
    this.backend = backend;
    this.codec = codec;
    this.checks = checks;
    this.limits = limits;
    this.environment = environment;
  }

  @Override
  public TransferReport exportTo(
      Path file, Optional<Scope> scope, Consumer<Transfers.Progress> progress) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      if (Files.exists(file)) {
        throw new FileAlreadyExistsException(
            file.toString(), null, "an export never replaces an existing file");
      }
      TransferReport report;
      boolean isWhole = false;
      try {
        try (var out = new DurableFile(part)) {
          report = exportTo(out, scope, progress);
        }
        Files.move(part, file);
        isWhole = true;
      } finally {
        if (!isWhole) {
          Files.deleteIfExists(part);
        }
      }
      return report;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public TransferReport exportTo(
      OutputStream out, Optional<Scope> scope, Consumer<Transfers.Progress> progress) {
    Instant began = environment.clock().instant();
    return export(
        scope,
        new ExportWriter(out),
        new TransferMeter(environment, progress),
        began,
        Optional::empty);
  }

  /**
   * @param check what the receiver found, when it has all
   */
  private TransferReport export(
      Optional<Scope> scope,
      Receiver receiver,
      TransferMeter meter,
      Instant began,
      Supplier<Optional<CheckReport>> check) {
    Exporter exporter =
        new Exporter(
            backend, codec, checks, limits, environment, scope, updateables, receiver, meter);
    Header header = exporter.run();
    IntactReferences references = exporter.references();
    SortedSet<Scope> scopes = new TreeSet<>();
    references.rows().forEach(row -> scopes.add(row.key().scope()));
    return new TransferReport(
        header.contents(exporter.counts(), scopes),
        check.get(),
        references.leftOut(),
        references.findings(),
        since(began));
  }

  @Override
  public ExportContents inspect(Path file, Consumer<Transfers.Progress> progress) {
    TransferMeter meter = new TransferMeter(environment, progress);
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
    return header.contents(reader.counts(), reader.scopes());
  }

  @Override
  public TransferReport importFrom(
      Path file, Transfers.ImportOptions options, Consumer<Transfers.Progress> progress) {
    Instant began = environment.clock().instant();
    checkThere(options.only(), inspect(file, progress));
    Importer importer = importer(options, new TransferMeter(environment, progress));
    return report(read(file, importer), importer, began);
  }

  private static void checkThere(Optional<Scope> only, ExportContents contents) {
    if (only.isPresent() && !contents.scopes().contains(only.get())) {
      throw new ImportRefusedException(
          "the export has no reference of @%s; it has some of %s"
              .formatted(
                  only.get(),
                  contents.scopes().stream()
                      .map(scope -> "@" + scope)
                      .collect(Collectors.joining(", "))));
    }
  }

  private TransferReport report(ExportContents contents, Importer importer, Instant began) {
    IntactReferences checked = importer.checked();
    return new TransferReport(
        contents,
        Optional.of(checked.first()),
        checked.leftOut(),
        checked.findings(),
        since(began));
  }

  @Override
  public TransferReport importFrom(
      InputStream in, Optional<Scope> into, Consumer<Transfers.Progress> progress) {
    Instant began = environment.clock().instant();
    Transfers.ImportOptions options = new Transfers.ImportOptions(Optional.empty(), into, false);
    Importer importer = importer(options, new TransferMeter(environment, progress));
    return report(read(in, importer), importer, began);
  }

  private Importer importer(Transfers.ImportOptions options, TransferMeter meter) {
    environment.clockCheck().checkNow(); // what is imported is young by this clock
    return new Importer(backend, codec, checks, limits, purged, environment, options, meter);
  }

  @Override
  public TransferReport copyTo(
      Transfers target,
      Optional<Scope> scope,
      Optional<Scope> into,
      Consumer<Transfers.Progress> progress) {
    if (!(target instanceof EngineTransfers to) || to.backend == backend) {
      throw new IllegalArgumentException(
          "the target of a copy must be another database, opened in this process");
    }
    Instant began = environment.clock().instant();
    Transfers.ImportOptions options = new Transfers.ImportOptions(Optional.empty(), into, false);
    Importer importer = to.importer(options, new TransferMeter(environment, progress));
    return export(
        scope,
        importer,
        new TransferMeter(environment, untold -> {}),
        began,
        () -> Optional.of(importer.checked().first()));
  }

  private Duration since(Instant began) {
    return Duration.between(began, environment.clock().instant());
  }

  /** A receiver that only counts. */
  private static final class Inspector implements Receiver {
    private final TransferMeter meter;
    private ExportCounts counts = ExportCounts.NONE;

    Inspector(TransferMeter meter) {
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

    private void count(ExportCounts next) {
      counts = next;
      meter.count(next);
    }

    @Override
    public void end(ExportCounts sent) {}
  }
}
