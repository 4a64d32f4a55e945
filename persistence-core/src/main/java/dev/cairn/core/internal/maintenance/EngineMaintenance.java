package dev.cairn.core.internal.maintenance;

import dev.cairn.api.maintenance.CollectionFailedException;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The engine's {@link Maintenance}: collections as a task. */
public final class EngineMaintenance implements Maintenance {
  /** The task's name. */
  public static final String TASK = "cairn.gc";

  // More than the last time, as stores grow; fewer bits per object only keep more garbage by
  // chance.
  private static final double GROWTH = 1.5;
  private static final long LEAST_EXPECTED = 100_000;
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Collector collector;
  private final Tasks tasks;
  private final Backend backend;
  private final Environment environment;

  /** Runs {@code collector} as one of {@code tasks}. */
  public EngineMaintenance(
      Collector collector, Tasks tasks, Backend backend, Environment environment) {
    this.collector = collector;
    this.tasks = tasks;
    this.backend = backend;
    this.environment = environment;
  }

  @Override
  public CollectionReport preview(Consumer<Maintenance.Progress> progress) {
    environment.clockCheck().checkNow();
    long expected = Long.parseLong(expectedMarks());
    return collector.preview(expected, new PhaseMeter(() -> {}, progress, backend, environment));
  }

  @Override
  public CollectionReport collect(Consumer<Maintenance.Progress> progress) {
    environment.clockCheck().checkNow();
    giveUpOneThatFailed();
    long run = tasks.submit(TASK, expectedMarks()).run();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    Instant began = environment.clock().instant();
    while (true) {
      Tasks.Offer offer = tasks.run(TASK, context -> work(context, progress, failure));
      RuntimeException failedHere = failure.get();
      if (offer == Tasks.Offer.FAILED && failedHere != null) {
        throw failedHere;
      }
      if (offer == Tasks.Offer.HELD) {
        Duration waited = Duration.between(began, environment.clock().instant());
        progress.accept(new Maintenance.Progress("wait", 0, OptionalLong.empty(), waited));
      }
      TaskStatus status = tasks.await(TASK, run, LOOK);
      if (status.run() == run && status.state() == TaskStatus.State.SUCCEEDED) {
        return CollectionState.reportOfText(status.result().orElseThrow());
      }
      checkGoesOn(status, run);
    }
  }

  /**
   * Collects if {@code period} has passed since the last run and no other process is collecting.
   */
  public void collectEvery(Duration period) {
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    Tasks.Offer offer =
        tasks.runEvery(
            period, TASK, expectedMarks(), context -> work(context, progress -> {}, failure));
    RuntimeException failed = failure.get();
    if (failed != null && offer != Tasks.Offer.LOST) {
      throw failed;
    }
  }

  // A caller that asks for a collection should not wait until a failed one is tried again.
  private void giveUpOneThatFailed() {
    Optional<TaskStatus> known = tasks.find(TASK);
    if (known.isPresent()
        && known.get().state() == TaskStatus.State.WAITING
        && known.get().failure().isPresent()) {
      var unused = tasks.cancel(TASK);
    }
  }

  private static void checkGoesOn(TaskStatus status, long run) {
    boolean isOver = status.run() != run || status.state().isEnd();
    boolean isForLater = status.state() == TaskStatus.State.WAITING && status.failure().isPresent();
    if (isOver || isForLater || Thread.currentThread().isInterrupted()) {
      throw new CollectionFailedException(
          "collection %d did not finish: it is %s%s; the next one deletes what is left"
              .formatted(
                  run, status.state(), status.failure().map(why -> " after " + why).orElse("")));
    }
  }

  private String work(
      TaskContext context,
      Consumer<Maintenance.Progress> progress,
      AtomicReference<@Nullable RuntimeException> failure) {
    try {
      // A cutoff from a fast clock would delete objects that commits are about to refer to.
      environment.clockCheck().checkNow();
      CollectionReport report =
          collector.collect(
              context.checkpoint(),
              Long.parseLong(context.parameter()),
              context::checkpoint,
              new PhaseMeter(() -> goOn(context), progress, backend, environment));
      return CollectionState.toText(report);
    } catch (RuntimeException e) {
      failure.set(e);
      throw e;
    }
  }

  private void goOn(TaskContext context) {
    environment.clockCheck().check();
    context.heartbeat();
  }

  private String expectedMarks() {
    long last =
        tasks
            .find(TASK)
            .flatMap(TaskStatus::result)
            .map(CollectionState::reportOfText)
            .map(CollectionReport::marked)
            .orElse(0L);
    long estimate = backend.estimateSize().objects().orElse(0);
    // The estimate counts all rows; the last collection's count is better.
    long expected = last > 0 ? (long) (last * GROWTH) : estimate;
    return Long.toString(Math.max(LEAST_EXPECTED, expected));
  }
}
