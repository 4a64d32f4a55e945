package dev.cairn.cli.serve;

import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.config.Setting;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.task.Tasks;
import dev.cairn.iceberg.catalog.CatalogDrain;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Offers to drain the dropped tables of all warehouses, from time to time. Every replica offers; of
 * those, the task lets one at a time drain a warehouse.
 */
final class DrainSchedule implements AutoCloseable {
  /** The time between two drains of a warehouse. */
  static final Setting<Duration> PERIOD =
      Setting.duration(
              "cairn.server.drain-period",
              Duration.ofSeconds(1),
              Duration.ofDays(365),
              "How long after a drain of dropped tables the next one begins")
          .withDefault("1h");

  private static final System.Logger LOGGER = System.getLogger(DrainSchedule.class.getName());

  /** The longest time between two offers; each reads a row of every warehouse. */
  private static final Duration LOOK = Duration.ofMinutes(5);

  /** When the first offer is made, so that it does not delay the first requests. */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(10);

  private static final int DELETIONS = 8;
  private static final int PART = 100;

  private final Warehouses warehouses;
  private final Tasks tasks;
  private final Duration period;
  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(DrainSchedule::thread);
  private final ExecutorService deletions =
      Executors.newFixedThreadPool(DELETIONS, DrainSchedule::thread);

  private DrainSchedule(Warehouses warehouses, Tasks tasks, Duration period) {
    this.warehouses = warehouses;
    this.tasks = tasks;
    this.period = period;
  }

  static DrainSchedule start(Warehouses warehouses, Tasks tasks, Duration period) {
    DrainSchedule schedule = new DrainSchedule(warehouses, tasks, period);
    Duration look = period.compareTo(LOOK) < 0 ? period : LOOK;
    var unused =
        schedule.ticks.scheduleWithFixedDelay(
            schedule::offerAll,
            Math.min(look.toMillis(), FIRST_LOOK.toMillis()),
            look.toMillis(),
            TimeUnit.MILLISECONDS);
    return schedule;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "cairn-drain");
    thread.setDaemon(true);
    return thread;
  }

  // A failure must not end the schedule.
  private void offerAll() {
    try {
      Optional<String> next = Optional.empty();
      do {
        PageRequest request = new PageRequest(PART, next);
        Listing<Warehouse> page = warehouses.list(request);
        page.items().stream().filter(each -> each.state() == LifeState.ACTIVE).forEach(this::offer);
        next = page.next();
      } while (next.isPresent() && !ticks.isShutdown());
    } catch (RuntimeException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "Dropped tables could not be drained, trying again later",
          e);
    }
  }

  private void offer(Warehouse warehouse) {
    if (ticks.isShutdown()) {
      return;
    }
    try (OpenWarehouse open = warehouses.open(warehouse.name())) {
      CatalogDrain drain =
          new CatalogDrain(
              open.store(),
              open.files(),
              open.properties().keepDropped(),
              Clock.systemUTC(),
              deletions,
              DELETIONS);
      Tasks.Offer offer = drain.runIfDue(tasks, period);
      if (offer == Tasks.Offer.FAILED) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "Draining warehouse {0} failed, trying again later; see: cairn task show {1}",
            warehouse.name(),
            CatalogDrain.taskName(warehouse.scope()));
      }
    } catch (RuntimeException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "Warehouse %s could not be drained, trying again later".formatted(warehouse.name()),
          e);
    }
  }

  /** Stops offering. A drain in progress is abandoned; another process goes on with it. */
  @Override
  public void close() {
    ticks.shutdownNow();
    deletions.shutdownNow();
    boolean isInterrupted = false;
    try {
      boolean unused = ticks.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
