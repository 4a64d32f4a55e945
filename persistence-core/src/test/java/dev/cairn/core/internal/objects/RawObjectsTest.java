package dev.cairn.core.internal.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.codec.Trees;
import dev.cairn.core.internal.objects.RawObjects.RawObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RawObjectsTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final InMemoryBackend backend = new InMemoryBackend(Limits.LEAST_MAX_VALUE_BYTES);
  private final AtomicLong ids = new AtomicLong(1000);
  private final ImmutableObjects objects =
      new ImmutableObjects(
          backend,
          new Codec(FormatLevel.NEWEST),
          TestTypes.ALL,
          SCOPE,
          ids::incrementAndGet,
          new TestEnvironment().environment(1));
  private final RawObjects raw = new RawObjects(backend);

  @Test
  void aValueIsATreeWithoutItsClass() {
    ObjectRef ref = objects.put(Table.named("orders"));
    RawObject found = raw.find(ref.in(SCOPE)).orElseThrow();
    assertEquals(0, found.chunks());
    assertEquals("orders", Trees.read(found.value()).orElseThrow().path("name").asText());
  }

  @Test
  void chunksArePutTogether() {
    Bytes icon = Bytes.wrap(new byte[9_000]);
    ObjectRef ref = objects.put(Table.of("large", Map.of(), icon, List.of()));
    RawObject found = raw.find(ref.in(SCOPE)).orElseThrow();
    assertEquals(3, found.chunks());
    assertEquals("large", Trees.read(found.value()).orElseThrow().path("name").asText());
    ObjectRef chunk = found.envelope().references().get(0);
    backend.delete(List.of(chunk.in(SCOPE)));
    assertThrows(DamagedDataException.class, () -> raw.find(ref.in(SCOPE)));
  }

  @Test
  void absenceAndDamageAreDistinguished() {
    ObjectRef ref = new ObjectRef("table", 7);
    assertEquals(Optional.empty(), raw.find(ref.in(SCOPE)));
    backend.write(List.of(ObjectRow.immutable(ref.in(SCOPE), Bytes.ofUtf8("nonsense"), 1)));
    assertEquals("nonsense", raw.findRow(ref.in(SCOPE)).orElseThrow().value().toUtf8());
    assertThrows(DamagedDataException.class, () -> raw.find(ref.in(SCOPE)));
  }

  @Test
  void bytesThatAreNoValueAreNoTree() {
    assertEquals(Optional.empty(), Trees.read(Bytes.ofUtf8("nonsense")));
    assertEquals(Optional.empty(), Trees.read(Bytes.empty()));
  }
}
