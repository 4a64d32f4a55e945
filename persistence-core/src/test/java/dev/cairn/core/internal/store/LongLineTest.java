package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.HeadId;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestSeed;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Cost of reading from a commit on that very many others followed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the line is grown once
class LongLineTest {
  private static final int HEADS = 200_000;
  private static final int MOST_READS = 9;
  private static final ReferenceKey KEY = new ReferenceKey(TestStores.SCOPE, "main");

  private final List<EarlierHeads> lists = new ArrayList<>();
  private final List<Long> versions = new ArrayList<>();
  private final Codec codec = new Codec(1);

  /**
   * Heads, now and then with versions in between that fences took. The ID of a head tells which.
   */
  @BeforeAll
  void grow() {
    Random random = new Random(TestSeed.of("LongLineTest"));
    EarlierHeads line = EarlierHeads.none();
    long version = 1;
    for (int i = 0; i <= HEADS; i++) {
      version += 1 + (random.nextInt(50) == 0 ? random.nextInt(3) : 0);
      lists.add(line);
      versions.add(version);
      line = line.plus(new HeadVersion(version, i));
    }
  }

  /** Makes the row of a head when it is read: 200,000 rows would take time and memory. */
  private final class Line extends ForwardingBackend {
    Line(Backend delegate) {
      super(delegate);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      return Optional.of(
          new ReferenceRow(
              KEY,
              OptionalLong.of(HEADS),
              versions.get(HEADS),
              new Token(1, 2),
              7,
              lists.get(HEADS),
              OptionalLong.empty()));
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return keys.stream().map(key -> Optional.of(row(key))).toList();
    }

    private ObjectRow row(ObjectKey key) {
      int number = (int) key.id().toLong();
      LogRecord logged =
          new LogRecord(number, "", new TreeMap<>(), new TreeMap<>(), false, Map.of());
      Bytes earlier = lists.get(number).toBytes();
      Head head =
          new Head(
              versions.get(number), 7, number, earlier, new TreeMap<>(), List.of(logged), Map.of());
      return ObjectRow.immutable(key, codec.encode(Head.TYPE, head), 7);
    }
  }

  /** How many heads lead from the row to the head numbered {@code sought}. */
  private int steps(int sought) {
    long version = versions.get(sought);
    int steps = 0;
    for (EarlierHeads list = lists.get(HEADS); ; steps++) {
      int nearest =
          (int)
              list.heads().stream()
                  .filter(head -> head.version() >= version)
                  .reduce((newer, older) -> older)
                  .orElseThrow()
                  .headId();
      if (nearest == sought) {
        return steps;
      }
      list = lists.get(nearest);
    }
  }

  @Test
  void anyCommitIsFoundByAtMost9ReadsTheRowIncluded() {
    Random random = new Random(TestSeed.of("LongLineTest"));
    List<Integer> sought = new ArrayList<>();
    int mostSteps = 0;
    for (int i = 0; i < HEADS; i++) {
      int steps = steps(i);
      if (steps > mostSteps) {
        mostSteps = steps;
        sought.clear();
      }
      if (steps == mostSteps && sought.size() < 200) {
        sought.add(i);
      }
    }
    random.ints(200, 0, HEADS).forEach(sought::add);

    WatchedBackend backend = new WatchedBackend(new Line(new InMemoryBackend()));
    EngineStore store =
        new TestStores(new TestEnvironment().environment(1), Runnable::run)
            .withCache(0)
            .open(backend);
    long most = 0;
    for (int number : sought) {
      backend.forget();
      HeadId head = new HeadId(versions.get(number), number);
      CommitId id = new CommitId("main", 7, head, number);
      assertEquals(CommitStatus.APPLIED, store.commitStatus(id));
      most = Math.max(most, backend.reads());
      CommitId never = new CommitId("main", 7, head, number + 1);
      assertEquals(CommitStatus.UNKNOWN, store.commitStatus(never));
    }
    assertTrue(most <= MOST_READS, most + " reads, " + mostSteps + " heads on the way");
  }

  private static final int PAGE = 100;

  /** Two searches, of which the second has a few heads left to find, and 8 heads for each read. */
  private static final int MOST_READS_OF_A_PAGE = 2 + 2 * (MOST_READS + 1) + PAGE * 5 / 4 / 8 + 2;

  @Test
  void aPageOfTheLogAfterAnyCommitIsCompleteAndTakesABoundedNumberOfReads() {
    Random random = new Random(TestSeed.of("LongLineTest"));
    List<Integer> sought = new ArrayList<>(List.of(0, 1, HEADS - 1, HEADS, HEADS - PAGE));
    random.ints(200, 0, HEADS).forEach(sought::add);
    WatchedBackend backend = new WatchedBackend(new Line(new InMemoryBackend()));
    EngineStore store =
        new TestStores(new TestEnvironment().environment(1), Runnable::run)
            .withCache(0)
            .open(backend);
    long most = 0;
    for (int number : sought) {
      backend.forget();
      CommitId from = new CommitId("main", 7, new HeadId(versions.get(number), number), number);
      List<Long> found =
          store.logAfter(from, PAGE).stream().map(entry -> entry.id().entry()).toList();
      most = Math.max(most, backend.reads());
      List<Long> expected = new ArrayList<>();
      for (long i = number + 1L; i <= Math.min(HEADS, number + (long) PAGE); i++) {
        expected.add(i);
      }
      assertEquals(expected, found, "after " + number);
    }
    assertTrue(most <= MOST_READS_OF_A_PAGE, most + " reads");
  }
}
