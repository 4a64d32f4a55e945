package dev.cairn.core.maintenance;

import dev.cairn.api.maintenance.CollectionFailedException;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.maintenance.Progress;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskState;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.Environment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collections as a task of the database. */
public final class EngineMaintenance implements Maintenance {
  /** The task's name. */
  public static final String TASK = "cairn.gc";

  // More than the last time, as stores grow; fewer bits an object only keep more by chance.
  private static final double GROWTH = 1.5;
  private static final long LEAST_EXPECTED = 100_000;
  private static final Duration LOOK = Duration.ofSeconds(10);

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
  public CollectionReport preview(Consumer<Progress> progress) {
    long expected = Long.parseLong(expectedMarks());
    return collector.preview(expected, new Meter(() -> {}, progress, backend, environment));
  }

  @Override
  public CollectionReport collect(Consumer<Progress> progress) {
    giveUpOneThatFailed();
    long run = tasks.submit(TASK, expectedMarks()).run();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    while (true) {
      Tasks.Offer offer = tasks.run(TASK, context -> work(context, progress, failure));
      RuntimeException failedHere = failure.get();
      if (offer == Tasks.Offer.FAILED && failedHere != null) {
        throw failedHere;
      }
      TaskStatus status = tasks.await(TASK, run, LOOK);
      if (status.run() == run && status.state() == TaskState.SUCCEEDED) {
        return CollectionState.reportOfText(status.result().orElseThrow());
      }
      checkGoesOn(status, run);
    }
  }

  /** Collects if {@code period} has passed since the last time and nobody else does it. */
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

  // Somebody who asks for a collection does not want to wait until a failed one is tried again.
  private void giveUpOneThatFailed() {
    Optional<TaskStatus> known = tasks.find(TASK);
    if (known.isPresent()
        && known.get().state() == TaskState.WAITING
        && known.get().failure().isPresent()) {
      var unused = tasks.cancel(TASK);
    }
  }

  private static void checkGoesOn(TaskStatus status, long run) {
    boolean isOver = status.run() != run || status.state().isEnd();
    boolean isForLater = status.state() == TaskState.WAITING && status.failure().isPresent();
    if (isOver || isForLater || Thread.currentThread().isInterrupted()) {
      throw new CollectionFailedException(
          "collection %d has come to no end: it is %s%s; what is left goes with the next one"
              .formatted(
                  run, status.state(), status.failure().map(why -> " after " + why).orElse("")));
    }
  }

  private String work(
      TaskContext context,
      Consumer<Progress> progress,
      AtomicReference<@Nullable RuntimeException> failure) {
    try {
      CollectionReport report =
          collector.collect(
              context.checkpoint(),
              Long.parseLong(context.parameter()),
              context::checkpoint,
              new Meter(context::heartbeat, progress, backend, environment));
      return CollectionState.toText(report);
    } catch (RuntimeException e) {
      failure.set(e);
      throw e;
    }
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
    // An estimate is of all rows; what was counted is better.
    long expected = last > 0 ? (long) (last * GROWTH) : estimate;
    return Long.toString(Math.max(LEAST_EXPECTED, expected));
  }
}
