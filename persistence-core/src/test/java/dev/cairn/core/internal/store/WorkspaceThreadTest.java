package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static dev.cairn.core.internal.store.Bench.settings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.TestTypes.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A workspace belongs to the thread that runs its change. Another one could edit it while the
 * leader of the group takes its edits over: they would be lost in silence, or fail the whole group.
 */
class WorkspaceThreadTest {
  private static final List<Consumer<Workspace>> USES =
      List.of(
          workspace -> set(workspace, "other", "1"),
          workspace -> settings(workspace).remove(key("mine")),
          workspace -> settings(workspace).get(key("mine")),
          workspace -> settings(workspace).list(IndexRange.all()),
          workspace -> workspace.message("not mine"),
          workspace -> workspace.attribute("name", "value"),
          workspace -> workspace.put(Table.named("table")),
          Workspace::indexNames);

  private final Bench bench = new Bench();
  private final Bench.Client mine = bench.first();

  @Test
  void anotherThreadCannotUseAWorkspace() {
    PendingCommit<String> before = mine.submit(set("before", "1"));
    List<Throwable> refusals = new ArrayList<>();
    PendingCommit<String> changed =
        mine.submit(
            workspace -> {
              set(workspace, "mine", "1");
              for (Consumer<Workspace> use : USES) {
                CompletableFuture<Void> other =
                    CompletableFuture.runAsync(
                        () -> use.accept(workspace), task -> new Thread(task).start());
                refusals.add(assertThrows(CompletionException.class, other::join).getCause());
              }
              return "done";
            });
    PendingCommit<String> after = mine.submit(set("after", "1"));
    bench.tasks.run();
    for (PendingCommit<String> each : List.of(before, changed, after)) {
      assertEquals(true, result(each).id().isPresent());
    }
    refusals.forEach(each -> assertInstanceOf(IllegalStateException.class, each));
    assertEquals(USES.size(), refusals.size());
    assertEquals(Optional.of("1"), mine.get("mine"));
    assertEquals(Optional.empty(), mine.get("other"));
  }

  @Test
  void aWorkspaceCannotBeUsedLater() {
    List<Workspace> kept = new ArrayList<>();
    mine.commit(
        workspace -> {
          kept.add(workspace);
          settings(workspace).put(key("mine"), Bytes.ofUtf8("1"));
          return "done";
        });
    for (Consumer<Workspace> use : USES) {
      assertThrows(IllegalStateException.class, () -> use.accept(kept.get(0)));
    }
    assertEquals(Optional.of("1"), mine.get("mine"));
  }
}
