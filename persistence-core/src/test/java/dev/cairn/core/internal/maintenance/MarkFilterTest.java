package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import org.junit.jupiter.api.Test;

class MarkFilterTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private static MarkFilter filled(long expected, long maxBytes, int added) {
    MarkFilter filter = new MarkFilter(expected, maxBytes, 42);
    for (long id = 0; id < added; id++) {
      var unused = filter.add(SCOPE, "table", id << 22);
    }
    return filter;
  }

  @Test
  void whatWasAddedIsAlwaysThere() {
    MarkFilter filter = filled(1_000, 1 << 16, 100_000); // far more than it was made for
    for (long id = 0; id < 100_000; id++) {
      assertTrue(filter.mayContain(new ObjectRef("table", id << 22).in(SCOPE)));
    }
    assertEquals(100_000, filter.added());
  }

  @Test
  void whatWasNotAddedIsTakenForItAsRarelyAsItSays() {
    MarkFilter filter = filled(100_000, 1 << 24, 100_000);
    int wrong = 0;
    int tried = 200_000;
    for (long id = 0; id < tried; id++) {
      wrong += filter.mayContain(new ObjectRef("view", id << 22).in(SCOPE)) ? 1 : 0;
    }
    assertTrue(filter.falsePositives() < 0.002, () -> "" + filter.falsePositives());
    assertTrue(wrong < tried * 0.004, wrong + " of " + tried);
  }
}
