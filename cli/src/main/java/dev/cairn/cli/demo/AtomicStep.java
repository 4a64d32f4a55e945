package dev.cairn.cli.demo;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.Snapshot;
import dev.cairn.cli.sample.SampleTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One commit changes many tables while a reader looks. */
final class AtomicStep {
  private static final int TABLES = 50;
  private static final int ROUNDS = 40;

  private final Story story;
  private final List<Bytes> keys = new ArrayList<>();

  AtomicStep(Story story) {
    this.story = story;
    for (int i = 0; i < TABLES; i++) {
      keys.add(SampleTable.key(LoadStep.namespace(i), LoadStep.name(i)));
    }
  }

  void run(DemoStore demo) {
    story.chapter(
        "atomicity",
        "%s commits, each of which changes %s tables at once, while a reader looks at them"
            .formatted(ROUNDS, TABLES));
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger mixed = new AtomicInteger();
    Set<Long> states = new HashSet<>();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                while (!isOver.get()) {
                  Set<Long> seen = snapshots(demo.store().current(DemoStore.MAIN));
                  states.addAll(seen);
                  looks.incrementAndGet();
                  mixed.addAndGet(seen.size() == 1 ? 0 : 1);
                }
              } catch (RuntimeException e) {
                failure.set(e);
              }
            },
            "cairn-reader");
    reader.start();
    try {
      for (int i = 0; i < ROUNDS; i++) {
        story.tool().interruption().check();
        change(demo);
      }
    } finally {
      isOver.set(true);
      join(reader);
    }
    RuntimeException thrown = failure.get();
    if (thrown != null) {
      throw thrown;
    }
    story.figure("changes", (long) ROUNDS * TABLES, "tables changed");
    story.figure("reads", looks.get(), "times all %s were read meanwhile".formatted(TABLES));
    story.figure("states", states.size(), "different states were seen");
    story.figure("mixed", mixed.get(), "of them had a part of a change and not the rest");
    story.require(mixed.get() == 0, "a reader saw a part of a commit");
  }

  private Set<Long> snapshots(Snapshot state) {
    List<ObjectRef> refs = new ArrayList<>(state.index(SampleTable.INDEX).getAll(keys).values());
    Set<Long> seen = new HashSet<>();
    for (Optional<SampleTable> table : state.findAll(SampleTable.class, refs)) {
      seen.add(table.orElseThrow().snapshot());
    }
    return seen;
  }

  private void change(DemoStore demo) {
    var unused =
        demo.store()
            .commit(
                DemoStore.MAIN,
                workspace -> {
                  for (Bytes key : keys) {
                    SampleTable table =
                        workspace.find(SampleTable.class, SampleTable.INDEX, key).orElseThrow();
                    workspace.index(SampleTable.INDEX).put(key, workspace.put(table.next()));
                  }
                  workspace.message("change %s tables".formatted(TABLES));
                  return keys.size();
                });
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
