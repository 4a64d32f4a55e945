package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {
  @Test
  void batchesHaveAtMostSoMany() {
    assertEquals(List.of(), Batches.of(List.of(), 2));
    assertEquals(List.of(List.of(1, 2), List.of(3)), Batches.of(List.of(1, 2, 3), 2));
    assertEquals(List.of(List.of(1, 2)), Batches.of(List.of(1, 2), 2));
  }

  @Test
  void batchEndsWithTheRowThatMakesItLargeEnough() {
    assertEquals(
        List.of(List.of(1, 9), List.of(10), List.of(50), List.of(0, 0, 1)),
        Batches.of(List.of(1, 9, 10, 50, 0, 0, 1), 3, size -> size, 10));
  }
}
