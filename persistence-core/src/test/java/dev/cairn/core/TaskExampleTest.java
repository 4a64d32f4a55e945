package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The example of {@link Tasks}, and what is left of the run afterwards. */
class TaskExampleTest {
  private final List<String> reindexed = new ArrayList<>();

  private void reindex(String what, int part) {
    reindexed.add(what + " part " + part);
  }

  @Test
  void aTaskGoesOnFromItsCheckpointAndItsResultIsKept() {
    Configuration configuration =
        Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings());
    int parts = 3;
    try (Cairn cairn = Cairn.open(configuration)) {
      Tasks tasks = cairn.tasks();
      TaskStatus submitted = tasks.submit("reindex", "catalog 7");
      Tasks.Offer offer =
          tasks.run(
              "reindex",
              context -> {
                int from = context.checkpoint().map(Integer::parseInt).orElse(0);
                for (int i = from; i < parts; i++) {
                  reindex(context.parameter(), i);
                  context.checkpoint(String.valueOf(i + 1));
                }
                return parts + " parts";
              });
      assertEquals(Tasks.Offer.ENDED, offer);
      TaskStatus ended = tasks.await("reindex", submitted.run(), Duration.ofMinutes(1));
      assertEquals(TaskStatus.State.SUCCEEDED, ended.state());
      assertEquals(Optional.of("3 parts"), ended.result());
      assertEquals(Optional.of("3"), ended.checkpoint());
    }
    assertEquals(List.of("catalog 7 part 0", "catalog 7 part 1", "catalog 7 part 2"), reindexed);
  }
}
