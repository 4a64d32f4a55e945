package dev.cairn.testkit.maintenance;

import static dev.cairn.testkit.maintenance.FilledStore.MAIN;
import static dev.cairn.testkit.maintenance.FilledStore.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.check.Finding;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.InvalidExportException;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.core.Cairn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Files that are not as they were written, and databases that are not whole. */
public abstract class DamagedExportSuite extends TransferBase {
  /** At every end of a record, and some bytes before it. */
  @Test
  void aFileThatIsCutShortIsRefusedAndNothingIsWritten() throws IOException {
    byte[] whole = exported(small(backend()), ALL);
    Backend backend = backend();
    Cairn target = process(backend);
    List<byte[]> records = ExportRecords.of(whole);
    int end = 0;
    for (byte[] record : records) {
      for (int length : new int[] {end, end + 1 + random.nextInt(record.length - 1)}) {
        refuse(target, backend, ExportRecords.cut(whole, length));
      }
      end += record.length;
    }
    assertEquals(whole.length, end);
    Path file = directory.resolve("whole");
    Files.write(file, whole);
    target.transfers().importFrom(file, ALL, told -> {});
    assertEquals(2, checkPairs(target, SCOPE));
  }

  private void refuse(Cairn target, Backend backend, byte[] damaged) throws IOException {
    Path file = directory.resolve("damaged");
    Files.write(file, damaged);
    InvalidExportException refusal =
        assertThrows(
            InvalidExportException.class,
            () -> target.transfers().importFrom(file, ALL, told -> {}));
    assertTrue(refusal.toString().contains("export"), refusal::toString);
    assertEquals(List.of(), rows(backend));
  }

  @Test
  void aFileWithAChangedByteIsRefused() throws IOException {
    byte[] whole = exported(small(backend()), ALL);
    Backend backend = backend();
    Cairn target = process(backend);
    for (int i = 0; i < 200; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      refuse(target, backend, damaged);
    }
  }

  @Test
  void aFileWithLostDoubledOrMovedRecordsIsRefused() throws IOException {
    List<byte[]> records = ExportRecords.of(exported(small(backend()), ALL));
    Backend backend = backend();
    Cairn target = process(backend);
    for (int i = 1; i < records.size(); i++) {
      List<byte[]> lost = new ArrayList<>(records);
      lost.remove(i);
      refuse(target, backend, ExportRecords.join(lost));
      List<byte[]> doubled = new ArrayList<>(records);
      doubled.add(i, records.get(i));
      refuse(target, backend, ExportRecords.join(doubled));
      List<byte[]> moved = new ArrayList<>(records);
      moved.add(1 + random.nextInt(records.size() - 2), moved.remove(i));
      if (!ExportRecords.isSame(moved, records)) {
        refuse(target, backend, ExportRecords.join(moved));
      }
    }
  }

  /** A stream is read once, so rows are written before its end is known; no reader sees them. */
  @Test
  void aStreamThatIsCutShortShowsNothing() {
    byte[] whole = exported(small(backend()), ALL);
    Cairn target = process(backend());
    byte[] cut = ExportRecords.cut(whole, whole.length - 1);
    assertThrows(InvalidExportException.class, () -> imported(target, cut, ALL));
    try (Store store = target.store(SCOPE)) {
      assertEquals(List.of(), store.listReferences());
    }
    var unused = imported(target, whole, ALL);
    assertEquals(2, checkPairs(target, SCOPE));
  }

  @Test
  void anExportLeavesOutReferencesThatMissSomethingAndTheRestIsImported() {
    Backend backend = backend();
    FilledStore filled = new FilledStore(backend, TestProcess.runtime(clock, random));
    opened.addLast(filled);
    filled.store().createReference("intact");
    filled
        .store()
        .commit(
            "intact",
            workspace -> {
              workspace.index("nodes").put(Key.of("intact"), workspace.put(Node.of("intact")));
              return true;
            });
    filled.remove(filled.find("deep"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransferReport report =
        filled.cairn().transfers().exportTo(out, Optional.of(SCOPE), told -> {});
    assertEquals(List.of(new ReferenceKey(SCOPE, MAIN)), report.leftOut());
    assertEquals(Finding.Kind.MISSING, report.findings().get(0).kind());
    Cairn target = process(backend());
    assertEquals(List.of(), imported(target, out.toByteArray(), ALL).leftOut());
    try (Store store = target.store(SCOPE)) {
      assertEquals(
          List.of("intact"), store.listReferences().stream().map(Reference::name).toList());
    }
    assertClean(target);
  }

  @Test
  void aDamagedRowLeavesOutOnlyWhatNeedsIt() {
    Backend backend = backend();
    FilledStore filled = new FilledStore(backend, TestProcess.runtime(clock, random));
    opened.addLast(filled);
    filled.flipByte(filled.ref(FilledStore.key(3)).in(SCOPE), 20);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransferReport report = filled.cairn().transfers().exportTo(out, ALL, told -> {});
    assertEquals(List.of(new ReferenceKey(SCOPE, MAIN)), report.leftOut());
    Cairn target = process(backend());
    assertEquals(List.of(), imported(target, out.toByteArray(), ALL).leftOut());
    assertClean(target);
  }

  /** An export as earlier releases wrote them, which did not check; {@code intact} is whole. */
  private Path exportThatMissesSomething(Scope intact) {
    Backend backend = backend();
    Cairn small = small(backend);
    try (Store store = small.store(intact)) {
      store.createReference(MAIN);
    }
    commit(small, intact, 3);
    ObjectKey lost;
    try (Store store = small.store(SCOPE)) {
      lost = store.current(MAIN).index("pairs").get(Key.of("a")).orElseThrow().in(SCOPE);
    }
    return export(process(new Unscanned(backend, lost)), ALL);
  }

  @Test
  void aFileThatMissesSomethingIsRefusedAndItsIntactPartIsImported() {
    Scope other = newScope();
    Path file = exportThatMissesSomething(other);
    Cairn target = process(backend());
    InvalidExportException refusal =
        assertThrows(
            InvalidExportException.class,
            () -> target.transfers().importFrom(file, ALL, told -> {}));
    assertTrue(refusal.toString().contains("main of @" + SCOPE), refusal::toString);
    assertTrue(refusal.toString().contains("MISSING"), refusal::toString);
    assertFalse(refusal.toString().contains("Finding["), refusal::toString);
    TransferReport report =
        target.transfers().importFrom(file, Transfers.ImportOptions.ALL.intactOnly(), told -> {});
    assertEquals(List.of(new ReferenceKey(SCOPE, MAIN)), report.leftOut());
    assertEquals(3, checkPairs(target, other));
    assertClean(target);
  }

  @Test
  void oneScopeOfAFileIsImportedAlsoIfAnotherMissesSomething() {
    Scope other = newScope();
    Path file = exportThatMissesSomething(other);
    Cairn target = process(backend());
    Transfers.ImportOptions part = Transfers.ImportOptions.ALL.only(other);
    assertEquals(List.of(), target.transfers().importFrom(file, part, told -> {}).leftOut());
    Scope copy = newScope();
    target.transfers().importFrom(file, part.into(copy), told -> {});
    assertEquals(3, checkPairs(target, other));
    assertEquals(3, checkPairs(target, copy));
    try (Store store = target.store(SCOPE)) {
      assertEquals(List.of(), store.listReferences());
    }
    Transfers.ImportOptions broken = Transfers.ImportOptions.ALL.only(SCOPE);
    assertThrows(
        InvalidExportException.class,
        () -> target.transfers().importFrom(file, broken, told -> {}));
    Transfers.ImportOptions unknown = Transfers.ImportOptions.ALL.only(newScope());
    ImportRefusedException refusal =
        assertThrows(
            ImportRefusedException.class,
            () -> target.transfers().importFrom(file, unknown, told -> {}));
    assertTrue(refusal.toString().contains("@" + other), refusal::toString);
  }

  /** Scans miss a row, lookups do not. */
  private static final class Unscanned extends ForwardingBackend {
    private final ObjectKey missed;

    Unscanned(Backend delegate, ObjectKey missed) {
      super(delegate);
      this.missed = missed;
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(
          scope, type, bound, after, row -> row.key().equals(missed) || visitor.visit(row));
    }

    @Override
    public void close() {}
  }
}
