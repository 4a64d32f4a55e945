package dev.cairn.testkit.maintenance;

import static dev.cairn.testkit.maintenance.FilledStore.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.InvalidExportException;
import dev.cairn.core.Cairn;
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

  /** A stream is read once, so rows are written before its end is known; nobody sees them. */
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
  void somethingDamagedIsNotExportedAndSomethingMissingNotImported() {
    Backend backend = backend();
    FilledStore filled = new FilledStore(backend, TestProcess.runtime(clock, random));
    opened.addLast(filled);
    filled.remove(filled.find("deep"));
    byte[] file = exported(filled.cairn(), Optional.of(SCOPE));
    Cairn target = process(backend());
    ImportRefusedException refusal =
        assertThrows(ImportRefusedException.class, () -> imported(target, file, Optional.empty()));
    assertTrue(refusal.toString().contains("MISSING"), refusal::toString);
    try (Store store = target.store(SCOPE)) {
      assertEquals(List.of(), store.listReferences());
    }
    filled.flipByte(filled.ref(FilledStore.key(3)).in(SCOPE), 20);
    assertThrows(DamagedDataException.class, () -> exported(filled.cairn(), Optional.of(SCOPE)));
  }
}
