package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.store.Prepared;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a prepared value costs the thread that commits it. */
class PreparedValueTest {
  private final Bench bench = new Bench();
  private final EngineStore store =
      bench
          .stores
          .process(bench.database)
          .with(ObjectTypes.of(List.of(new NoisyType())))
          .open(TestStores.SCOPE);

  /** A value that counts how often it is written as bytes. */
  static final class Noisy {
    final AtomicInteger encoded = new AtomicInteger();

    @JsonProperty
    String text() {
      encoded.incrementAndGet();
      return "text";
    }
  }

  private record NoisyType() implements ObjectType<Noisy> {
    @Override
    public String name() {
      return "noisy";
    }

    @Override
    public Class<Noisy> valueClass() {
      return Noisy.class;
    }
  }

  @Test
  void aPreparedValueIsEncodedOnce() {
    store.createReference("main");
    Noisy value = new Noisy();
    Prepared<Noisy> prepared = store.prepare(value);
    assertEquals(1, value.encoded.get());
    for (int i = 0; i < 3; i++) {
      String key = "k" + i;
      ObjectRef ref =
          store
              .commit(
                  "main",
                  workspace -> {
                    ObjectRef put = workspace.put(prepared);
                    workspace.index("all").put(Bench.key(key), put);
                    return put;
                  })
              .value();
      assertEquals(prepared.ref(), ref);
    }
    assertEquals(1, value.encoded.get());
  }

  @Test
  void aClosedStorePreparesNothing() {
    store.close();
    assertThrows(ClosedException.class, () -> store.prepare(new Noisy()));
  }
}
