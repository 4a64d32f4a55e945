package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ClosedException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.AbstractNativeReference;

/** Native objects end, all of them, and none of them while it is used. */
class ClosingTest {
  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void callsLeaveNoNativeObjectBehindAndClosingLeavesNone() {
    RocksDbDatabase database = TestSettings.of(stores.next()).database();
    RocksDbBackend backend = new RocksDbBackend(database);
    int open = database.nativeObjects();
    assertTrue(open > 5, () -> "counted " + open);
    everyCall(backend);
    assertEquals(open, database.nativeObjects());
    assertEquals(open, backend.statistics().get("native-objects"));
    backend.close();
    assertEquals(0, database.nativeObjects());
  }

  private void everyCall(RocksDbBackend backend) {
    ReferenceRow row = Rows.reference("main");
    assertTrue(Rows.isApplied(backend.insertReference(row)));
    assertTrue(Rows.isApplied(backend.swapReference(row.token(), Rows.moved(row, 1))));
    backend.write(Rows.objects(0, 2_500, 100));
    backend.delete(List.of(Rows.key(7)));
    backend.fetch(List.of(Rows.key(1), Rows.key(7)), ReadMode.STRONG);
    for (int stopAt : new int[] {1, 2_000, Integer.MAX_VALUE}) {
      int[] seen = {0};
      backend.scanObjects(
          Optional.of(Rows.SCOPE),
          Optional.of("thing"),
          ScanBound.NONE,
          Optional.empty(),
          visited -> ++seen[0] < stopAt);
    }
    assertThrows(
        IllegalStateException.class,
        () ->
            backend.scanReferences(
                Optional.empty(),
                Optional.empty(),
                visited -> {
                  throw new IllegalStateException("enough");
                }));
    backend.backup().orElseThrow().to(stores.next());
    backend.estimateSize();
    backend.statistics();
  }

  @Test
  void openingThatFailsLeavesNoLockAndNoNativeObject() throws IOException {
    Path store = stores.next();
    TestSettings settings = TestSettings.of(store);
    settings.open().close();
    Path manifest =
        StoreDirectories.files(store, "").stream()
            .filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
            .findFirst()
            .orElseThrow();
    byte[] sound = Files.readAllBytes(manifest);
    StoreDirectories.flipByte(manifest, 0.5);
    Natives natives = Natives.load();
    assertThrows(
        DamagedDataException.class,
        () ->
            RocksDbDatabase.open(
                settings.settings(),
                natives,
                () -> {
                  throw new AssertionError("nothing is tried again");
                }));
    assertEquals(0, natives.count());
    Files.write(manifest, sound);
    settings.open().close();
  }

  @Test
  void openingThatFailsBeforeThereIsAStoreClosesWhatItWasGiven() throws IOException {
    TestSettings settings = TestSettings.of(Files.createFile(stores.next()));
    List<String> closed = new ArrayList<>();
    Natives natives = Natives.load();
    natives.own(new Counted("given", closed));
    assertThrows(
        ConfigurationException.class,
        () -> RocksDbDatabase.open(settings.settings(), natives, System::nanoTime));
    assertEquals(List.of("given"), closed);
    assertEquals(0, natives.count());
  }

  @Test
  void objectThatCannotBeClosedLeavesNoOtherOpen() {
    List<String> closed = new ArrayList<>();
    Natives natives = Natives.load();
    natives.own(new Counted("first", closed));
    natives.own(new Counted("bad", closed));
    natives.own(new Counted("last", closed));
    assertThrows(IllegalStateException.class, natives::close);
    assertEquals(List.of("last", "bad", "first"), closed);
    assertEquals(0, natives.count());
  }

  private static final class Counted extends AbstractNativeReference {
    private final String name;
    private final List<String> closed;

    Counted(String name, List<String> closed) {
      this.name = name;
      this.closed = closed;
    }

    @Override
    protected boolean isOwningHandle() {
      return true;
    }

    @Override
    public void close() {
      closed.add(name);
      if (name.equals("bad")) {
        throw new IllegalStateException(name);
      }
    }
  }

  @Test
  void closingWhileThreadsUseTheStoreEndsThemWithAnErrorAndNothingElse()
      throws InterruptedException, ExecutionException {
    for (int round = 0; round < 10; round++) {
      RocksDbDatabase database = TestSettings.of(stores.next()).with(Durability.OS).database();
      RocksDbBackend backend = new RocksDbBackend(database);
      backend.write(Rows.objects(0, 3_000, 100));
      ExecutorService executor = Executors.newFixedThreadPool(4);
      CountDownLatch started = new CountDownLatch(4);
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int thread = i;
        ends.add(
            executor.submit(
                () ->
                    assertThrows(
                        ClosedException.class, () -> useForever(backend, thread, started))));
      }
      started.await();
      backend.close();
      for (Future<?> end : ends) {
        end.get();
      }
      executor.shutdown();
      assertEquals(0, database.nativeObjects());
    }
  }

  private static void useForever(RocksDbBackend backend, int thread, CountDownLatch started) {
    ReferenceRow row = Rows.reference("ref-" + thread);
    assertTrue(Rows.isApplied(backend.insertReference(row)));
    started.countDown();
    for (long head = 1; true; head++) {
      switch (thread) {
        case 0 -> {
          ReferenceRow next = Rows.moved(row, head);
          assertTrue(Rows.isApplied(backend.swapReference(row.token(), next)));
          row = next;
        }
        case 1 -> backend.write(Rows.objects(10_000 + head, 20, 500));
        case 2 -> backend.fetch(List.of(Rows.key(1), Rows.key(2)), ReadMode.STRONG);
        default ->
            backend.scanObjects(
                Optional.empty(),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                visited -> true);
      }
    }
  }

  @Test
  void visitorOfAScanMayCloseTheStore() {
    RocksDbBackend backend = TestSettings.of(stores.next()).open();
    backend.write(Rows.objects(0, 3_000, 100));
    assertThrows(
        ClosedException.class,
        () ->
            backend.scanObjects(
                Optional.empty(),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                row -> {
                  backend.close();
                  return true;
                }));
  }

  /** What is not made through {@link Natives} is not counted, and these tests would not see it. */
  @Test
  void mainCodeMakesNativeObjectsOnlyThroughTheirOwner() throws IOException {
    Pattern making =
        Pattern.compile(
            "(.{0,40})\\b(new (?:WriteBatch|ReadOptions|WriteOptions|FlushOptions|Options|DBOptions"
                + "|ColumnFamilyOptions|Slice|LRUCache|BloomFilter|Statistics)\\("
                + "|newIterator\\(|Checkpoint\\.create\\(|getDBOptionsFromProps\\()",
            Pattern.DOTALL);
    int found = 0;
    Path sources = Path.of("src", "main", "java", "dev", "cairn", "backend", "rocksdb");
    for (Path file : StoreDirectories.files(sources, ".java")) {
      Matcher matcher = making.matcher(Files.readString(file));
      while (matcher.find()) {
        found++;
        assertTrue(matcher.group(1).contains("own("), file + ": no owner for " + matcher.group(2));
      }
    }
    assertTrue(found >= 10, "found " + found);
  }
}
