package dev.cairn.benchmarks;

import dev.cairn.iceberg.catalog.CatalogTable;
import dev.cairn.iceberg.metadata.TableText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a load costs with everything cached: the snapshots that refs name, and all of them, against
 * Iceberg's parser.
 *
 * <p>A load of refs ends with the texts of the response. Its bytes grow with the history in any
 * case, because the snapshot log is complete; writing them is measured as well.
 */
final class LoadFigure {
  private final StoreWorkload.Settings settings;
  private final CatalogBenchmark.Scale scale;
  private final PrintStream out;

  LoadFigure(StoreWorkload.Settings settings, CatalogBenchmark.Scale scale, PrintStream out) {
    this.settings = settings;
    this.scale = scale;
    this.out = out;
  }

  /** A table that is loaded. */
  private static final class Loaded {
    private final CatalogWorkload workload;
    private final TableIdentifier name;
    private final int snapshots;
    private final String json;
    private final Response response = new Response();
    private final Rounds refs = new Rounds();
    private final Rounds refsWritten = new Rounds();
    private final Rounds full = new Rounds();
    private final Rounds parser = new Rounds();

    Loaded(CatalogWorkload workload, TableIdentifier name, int snapshots) {
      this.workload = workload;
      this.name = name;
      this.snapshots = snapshots;
      SnapshotHistory history = workload.register(name, snapshots);
      // One append, so that the table has the form that commits give it.
      this.json = workload.catalog().tables().commit(history.append(name, snapshots + 1)).json();
    }

    private CatalogTable load() {
      return workload.catalog().tables().load(name);
    }

    void rounds(double seconds) {
      refs.add(CatalogBenchmark.round(seconds, this::loadReferenced));
      refsWritten.add(CatalogBenchmark.round(seconds, () -> write(load().textReferenced())));
      full.add(CatalogBenchmark.round(seconds, () -> write(load().text())));
      parser.add(CatalogBenchmark.round(seconds, this::parse));
    }

    private void loadReferenced() {
      if (load().textReferenced().length() == 0) {
        throw new IllegalStateException("a table without metadata: " + name);
      }
    }

    private void write(TableText text) {
      response.reset();
      try {
        text.writeTo(response);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void parse() {
      response.reset();
      String written = TableMetadataParser.toJson(TableMetadataParser.fromJson("s3://file", json));
      response.writeBytes(written.getBytes(StandardCharsets.UTF_8));
    }

    String row() {
      return "| %,d | %,.1f | %,.1f | %,d | %,.1f | %,.1f | %,d |"
          .formatted(
              snapshots,
              refs.cpu(),
              refsWritten.cpu(),
              load().textReferenced().length(),
              full.cpu(),
              parser.cpu(),
              json.length());
    }
  }

  /** A buffer that is used again. */
  private static final class Response extends ByteArrayOutputStream {
    @Override
    public synchronized void write(byte[] bytes) {
      write(bytes, 0, bytes.length);
    }
  }

  void run() {
    Namespace namespace = Namespace.of("loads");
    try (CatalogWorkload workload = new CatalogWorkload(settings, 0)) {
      workload.createNamespace(namespace);
      List<Loaded> tables = new ArrayList<>();
      for (int snapshots : scale.snapshots()) {
        tables.add(new Loaded(workload, TableIdentifier.of(namespace, "t" + snapshots), snapshots));
      }
      for (Loaded table : tables) {
        WarmUp.until(() -> new WarmUpOf(table).run(scale.seconds()));
      }
      for (int i = 0; i < scale.rounds(); i++) {
        tables.forEach(table -> table.rounds(scale.seconds()));
      }
      print(tables);
    }
  }

  private record WarmUpOf(Loaded table) {
    void run(double seconds) {
      CatalogBenchmark.round(seconds / 4, table::loadReferenced);
      CatalogBenchmark.round(seconds / 4, () -> table.write(table.load().text()));
      CatalogBenchmark.round(seconds / 4, table::parse);
    }
  }

  private void print(List<Loaded> tables) {
    out.printf(
        "%nLoads, medians of %d rounds, us of processor time, %s%n",
        scale.rounds(), settings.values());
    out.println(
        "| snapshots | refs | refs, written | characters | all, written | parsed and written by Iceberg | characters |");
    out.println("|---:|---:|---:|---:|---:|---:|---:|");
    tables.forEach(table -> out.println(table.row()));
    Loaded few = tables.get(0);
    Loaded many = tables.get(tables.size() - 1);
    out.printf(
        "refs, many to few snapshots: %.2f, written %.2f; Iceberg's parser to all, written: %.1f%n",
        many.refs.cpu() / few.refs.cpu(),
        many.refsWritten.cpu() / few.refsWritten.cpu(),
        many.parser.cpu() / many.full.cpu());
  }
}
