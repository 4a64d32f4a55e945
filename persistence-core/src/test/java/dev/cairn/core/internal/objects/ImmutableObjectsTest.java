package dev.cairn.core.internal.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Counter;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.codec.FormatLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImmutableObjectsTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final int LIMIT = Limits.LEAST_MAX_VALUE_BYTES;

  private final InMemoryBackend backend = new InMemoryBackend(LIMIT);
  private final AtomicLong ids = new AtomicLong(1000);
  private final ImmutableObjects objects =
      new ImmutableObjects(
          backend,
          new Codec(FormatLevel.NEWEST),
          TestTypes.ALL,
          SCOPE,
          ids::incrementAndGet,
          new TestEnvironment().environment(1));

  private static Table table(String name, int iconBytes, List<Long> snapshotIds) {
    byte[] icon = new byte[iconBytes];
    new Random(iconBytes).nextBytes(icon);
    return Table.of(name, Map.of(), Bytes.wrap(icon), snapshotIds);
  }

  private List<ObjectRow> rows() {
    List<ObjectRow> rows = new ArrayList<>();
    backend.scanObjects(
        Optional.of(SCOPE), Optional.empty(), ScanBound.NONE, Optional.empty(), rows::add);
    return rows;
  }

  @Test
  void valuesComeBackInTheOrderAskedFor() {
    List<ObjectRef> refs =
        objects.putAll(
            List.of(Table.named("a"), table("large", 9000, List.of()), Table.named("c")));
    List<Optional<Table>> found =
        objects.findAll(
            Table.class, List.of(refs.get(2).id(), 5L, refs.get(1).id(), refs.get(2).id()));
    assertEquals(
        List.of(
            Optional.of(Table.named("c")),
            Optional.empty(),
            Optional.of(table("large", 9000, List.of())),
            Optional.of(Table.named("c"))),
        found);
  }

  @Test
  void aMissingObjectIsNamed() {
    ObjectNotFoundException e =
        assertThrows(ObjectNotFoundException.class, () -> objects.get(Table.class, 5));
    assertTrue(e.getMessage().contains("table/0000000000000005"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, LIMIT - 200, LIMIT, 2 * LIMIT, 200_000, 1_500_000})
  void aValueOfAnySizeComesBackWholeAndNoRowIsOverTheLimit(int size) {
    ObjectRef ref = objects.put(table("t", size, List.of()));
    assertEquals(table("t", size, List.of()), objects.get(Table.class, ref.id()));
    assertTrue(rows().size() >= 1 + size / LIMIT, "too few rows to hold it: " + rows().size());
    assertTrue(rows().stream().allMatch(row -> row.value().length() <= LIMIT));
  }

  // Around the limit, byte by byte: what fits stays one row, and nothing is lost where it does not.
  @Test
  void theLimitIsExact() {
    int chunked = 0;
    for (int size = LIMIT - 120; size < LIMIT; size++) {
      int before = rows().size();
      ObjectRef ref = objects.put(table("t", size, List.of()));
      assertEquals(table("t", size, List.of()), objects.get(Table.class, ref.id()));
      chunked += rows().size() - before > 1 ? 1 : 0;
    }
    assertTrue(chunked > 0 && chunked < 120, "the limit is not in the range: " + chunked);
  }

  @Test
  void manyReferencesAreStoredHoweverMany() {
    List<Long> snapshots = LongStream.range(0, 5000).boxed().toList();
    ObjectRef ref = objects.put(table("t", 10, snapshots));
    List<ObjectRef> references = objects.references(List.of(ref)).get(ref);
    assertTrue(
        references.containsAll(
            snapshots.stream().map(id -> new ObjectRef("snapshot", id)).toList()));
    assertEquals(
        Set.of("snapshot", "cairn.chunk"),
        Set.copyOf(references.stream().map(ObjectRef::type).toList()));
    assertEquals(table("t", 10, snapshots), objects.get(Table.class, ref.id()));
  }

  @Test
  void whatIsTooLargeEvenInChunksIsRefusedAndNothingIsWritten() {
    ValueTooLargeException e =
        assertThrows(
            ValueTooLargeException.class, () -> objects.put(table("t", 3_000_000, List.of())));
    assertTrue(e.getMessage().contains("at most"), e.getMessage());
    assertEquals(List.of(), rows());
  }

  // Readers take no text and no list of chunks beyond 64 MB, so rows that could hold more must not.
  @Test
  void theLargestObjectIsTheSameHoweverLargeRowsAre() {
    ImmutableObjects inLargeRows =
        new ImmutableObjects(
            new InMemoryBackend(200 << 20),
            new Codec(FormatLevel.NEWEST),
            TestTypes.ALL,
            SCOPE,
            ids::incrementAndGet,
            new TestEnvironment().environment(1));
    ValueTooLargeException e =
        assertThrows(
            ValueTooLargeException.class,
            () -> inLargeRows.put(Table.named("x".repeat(Envelope.MAX_BYTES))));
    assertTrue(e.getMessage().contains("at most " + Envelope.MAX_BYTES), e.getMessage());
  }

  @Test
  void aLostChunkIsDamageThatNamesTheObjectAndTheChunk() {
    ObjectRef ref = objects.put(table("t", 9000, List.of()));
    ObjectRow chunk = rows().get(1);
    assertEquals("cairn.chunk", chunk.key().type());
    backend.delete(List.of(chunk.key()));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> objects.get(Table.class, ref.id()));
    assertTrue(e.getMessage().contains(ref.in(SCOPE).toString()), e.getMessage());
    assertTrue(e.getMessage().contains(chunk.key().toString()), e.getMessage());
  }

  @Test
  void aDamagedChunkIsDamageThatNamesTheObject() {
    ObjectRef ref = objects.put(table("t", 9000, List.of()));
    ObjectRow chunk = rows().get(1);
    byte[] bytes = chunk.value().toByteArray();
    bytes[100] ^= 1;
    replace(chunk, Bytes.wrap(bytes));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> objects.get(Table.class, ref.id()));
    assertTrue(e.getMessage().contains(ref.in(SCOPE).toString()), e.getMessage());
  }

  // Each chunk is valid, so only their total size shows that one is too short.
  @Test
  void chunksOfAnotherLengthAreDamage() {
    ObjectRef ref = objects.put(table("t", 9000, List.of()));
    replace(rows().get(1), new Codec(FormatLevel.NEWEST).encodeRaw(Bytes.ofUtf8("short")));
    assertThrows(DamagedDataException.class, () -> objects.get(Table.class, ref.id()));
  }

  private void replace(ObjectRow row, Bytes value) {
    backend.delete(List.of(row.key()));
    backend.write(List.of(ObjectRow.immutable(row.key(), value, row.createdAtMicros())));
  }

  @Test
  void anObjectIsStoredUnderAGivenIdOnlyAsItsOwnType() {
    ObjectRef ref = objects.put(Table.named("t"));
    ObjectRef other = new ObjectRef("table", 77);
    backend.write(objects.toRows(other, Table.named("derived")));
    assertEquals(Table.named("derived"), objects.get(Table.class, 77));
    assertThrows(
        IllegalArgumentException.class,
        () -> objects.toRows(new ObjectRef("view", ref.id()), Table.named("t")));
  }

  @Test
  void unknownAndUpdateableTypesAreRefused() {
    assertThrows(ConfigurationException.class, () -> objects.put("a text"));
    assertThrows(IllegalArgumentException.class, () -> objects.put(new Counter("o", 1)));
    assertThrows(IllegalArgumentException.class, () -> objects.find(Counter.class, 1));
  }
}
