package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schema agreement between nodes. */
class AgreementTest {
  private int waited;

  @Test
  void agreementIsWhenAllNodesSayTheSame() {
    Deque<List<String>> answers =
        new ArrayDeque<>(
            List.of(
                List.of("new", "old", "old"),
                List.of(),
                List.of("new", "new", "old"),
                List.of("new", "new", "new")));
    assertTrue(new Agreement(answers::removeFirst, duration -> waited++).await());
    assertEquals(3, waited);
  }

  @Test
  void nodesThatNeverAgreeAreNotAwaitedForEver() {
    assertFalse(new Agreement(() -> List.of("new", "old"), duration -> waited++).await());
    assertTrue(waited > 10);
  }
}
