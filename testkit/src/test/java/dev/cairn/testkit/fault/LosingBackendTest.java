package dev.cairn.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LosingBackendTest {
  @RegisterExtension final Seed seed = Seed.ofRun();

  private static ObjectKey key(long id) {
    return new ObjectKey(new Scope("tenant", "catalog"), "thing", ObjectId.of(id));
  }

  @Test
  void everyAnswerIsTrueAndUnknownOnesEndEachWay() {
    InMemoryBackend store = new InMemoryBackend();
    LosingBackend losing = new LosingBackend(store, seed.random("losses"));
    List<ObjectKey> refused = new ArrayList<>();
    List<ObjectKey> unknown = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      ObjectRow row = ObjectRow.updateable(key(i), Bytes.ofUtf8("value"), new Token(i, i), 1);
      try {
        CasResult<ObjectRow> result = losing.insert(row);
        if (result instanceof CasResult.Unknown) {
          unknown.add(row.key());
        } else {
          assertEquals(CasResult.applied(), result);
          assertTrue(isThere(store, row.key()));
        }
      } catch (BackendUnavailableException e) {
        refused.add(row.key());
      }
    }
    losing.land();
    long done = unknown.stream().filter(key -> isThere(store, key)).count();
    assertEquals(unknown.size(), losing.unknown());
    assertTrue(done > 0 && done < unknown.size(), () -> done + " of " + unknown.size());
    assertTrue(!refused.isEmpty() && refused.stream().noneMatch(key -> isThere(store, key)));
  }

  private static boolean isThere(InMemoryBackend store, ObjectKey key) {
    return store.fetch(List.of(key), ReadMode.STRONG).get(0).isPresent();
  }
}
