package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.BaseTransaction;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;

/**
 * Two tables between which amounts are moved. A snapshot has the mark of the operation that made
 * it, and an amount; a transfer adds one to each table, and their amounts add up to zero.
 */
final class TransferTables {
  static final Namespace BANK = Namespace.of("bank");
  static final TableIdentifier LEFT = TableIdentifier.of(BANK, "left");
  static final TableIdentifier RIGHT = TableIdentifier.of(BANK, "right");
  static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  static final String MARK = "mark";
  private static final String AMOUNT = "amount";

  private TransferTables() {}

  static void create(RESTCatalog catalog) {
    catalog.createNamespace(BANK);
    catalog.createTable(LEFT, SCHEMA);
    catalog.createTable(RIGHT, SCHEMA);
  }

  /** Moves {@code amount} by one transaction. */
  static void transfer(RESTCatalog catalog, String mark, int amount) {
    TableCommit left = change(catalog.loadTable(LEFT), mark, -amount);
    TableCommit right = change(catalog.loadTable(RIGHT), mark, amount);
    catalog.commitTransaction(left, right);
  }

  private static TableCommit change(Table table, String mark, int amount) {
    Transaction transaction = table.newTransaction();
    transaction
        .newFastAppend()
        .appendFile(file(table, mark))
        .set(MARK, mark)
        .set(AMOUNT, Integer.toString(amount))
        .commit();
    BaseTransaction made = (BaseTransaction) transaction;
    return TableCommit.create(
        TableIdentifier.of(BANK, table.location().contains("/left") ? "left" : "right"),
        made.startMetadata(),
        made.currentMetadata());
  }

  /** Appends to one table. */
  static void append(RESTCatalog catalog, TableIdentifier name, String mark) {
    Table table = catalog.loadTable(name);
    table.newFastAppend().appendFile(file(table, mark)).set(MARK, mark).set(AMOUNT, "0").commit();
  }

  /** A data file, which is written: what a table names has to be there. */
  static DataFile file(Table table, String mark) {
    String path = table.locationProvider().newDataLocation(mark + ".parquet");
    byte[] content = mark.getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = table.io().newOutputFile(path).createOrOverwrite()) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(path)
        .withFileSizeInBytes(content.length)
        .withRecordCount(1)
        .build();
  }

  /** The marks of all snapshots of the main branch, oldest first. */
  static List<String> marks(Table table) {
    return line(table).stream().map(each -> each.summary().get(MARK)).toList();
  }

  static int sum(Table table) {
    return line(table).stream()
        .mapToInt(each -> Integer.parseInt(each.summary().get(AMOUNT)))
        .sum();
  }

  private static List<Snapshot> line(Table table) {
    List<Snapshot> line = new ArrayList<>();
    Snapshot next = table.currentSnapshot();
    while (next != null) {
      line.add(0, next);
      next = next.parentId() == null ? null : table.snapshot(next.parentId());
    }
    return line;
  }

  static String metadataFile(Table table) {
    return ((BaseTable) table).operations().current().metadataFileLocation();
  }

  /** Everything that the table names is there, down to its data files. */
  static void assertComplete(Table table) {
    FileIO io = table.io();
    assertThere(io, metadataFile(table));
    for (Snapshot each : table.snapshots()) {
      assertThere(io, each.manifestListLocation());
    }
    Snapshot current = table.currentSnapshot();
    if (current == null) {
      return;
    }
    for (ManifestFile manifest : current.allManifests(io)) {
      try (ManifestReader<DataFile> files = ManifestFiles.read(manifest, io, table.specs())) {
        files.forEach(file -> assertThere(io, file.location()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void assertThere(FileIO io, String file) {
    assertTrue(io.newInputFile(file).exists(), () -> file + " is missing");
  }
}
