package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Updateable;
import dev.cairn.api.store.Updateables;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CountingBackend;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultScript;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How old an updateable object may be that a cached read returns. */
public interface UpdateableCacheContract extends ContractPart {
  private static Updateable<?> change(Updateables.Result<?> result) {
    return assertInstanceOf(Updateables.Result.Applied.class, result).written();
  }

  private static void set(Updateables objects, String name, long left, long seconds) {
    Optional<Updateable<Quota>> found = objects.find(Quota.class, name);
    Quota next = new Quota("", left, seconds);
    change(found.isPresent() ? objects.swap(found.get(), next) : objects.insert(name, next));
  }

  private static long recent(Updateables objects, String name) {
    return objects.findRecent(Quota.class, name).map(found -> found.value().left()).orElse(-1L);
  }

  private static long strong(Updateables objects, String name) {
    return objects.find(Quota.class, name).map(found -> found.value().left()).orElse(-1L);
  }

  @Test
  default void aCachedReadIsAtMostAsOldAsTheTypeAllows() {
    try (World world = new World(this)) {
      CountingBackend counting = new CountingBackend(backend());
      Updateables mine = world.store(counting, Runnable::run, World.LIMITS).updateables();
      Updateables other = world.store().updateables();
      set(other, "a", 1, 10);
      assertEquals(1, recent(mine, "a"));
      set(other, "a", 2, 3);
      long before = counting.counts().of(Operation.FETCH).calls();
      world.clock().advance(Duration.ofMillis(9_999));
      assertEquals(1, recent(mine, "a"), "the last moment");
      assertEquals(before, counting.counts().of(Operation.FETCH).calls(), "no read");
      assertEquals(2, strong(mine, "a"), "a strong read is never served from the cache");
      assertEquals(1, recent(mine, "a"), "and does not extend what is cached");
      world.clock().advance(Duration.ofMillis(1));
      assertEquals(2, recent(mine, "a"));
      set(other, "a", 3, 0);
      world.clock().advance(Duration.ofSeconds(3));
      assertEquals(3, recent(mine, "a"), "each value has its own time");
      set(other, "a", 4, 0);
      assertEquals(4, recent(mine, "a"), "zero is not cached");
    }
  }

  @Test
  default void absenceIsServedAsLongAsTheTypeAllows() {
    try (World world = new World(this)) {
      Updateables mine = world.store().updateables();
      Updateables other = world.store().updateables();
      assertEquals(-1, recent(mine, "a"));
      set(other, "a", 1, 10);
      world.clock().advance(Quota.MISSING.minusMillis(1));
      assertEquals(-1, recent(mine, "a"));
      assertEquals(1, strong(mine, "a"));
      world.clock().advance(Duration.ofMillis(1));
      assertEquals(1, recent(mine, "a"));
      change(other.delete(other.find(Quota.class, "a").orElseThrow()));
      assertEquals(1, recent(mine, "a"));
      world.clock().advance(Duration.ofSeconds(10));
      assertEquals(-1, recent(mine, "a"));
    }
  }

  // Through another store of the same process, too: they share a cache.
  @Test
  default void whatThisProcessChangedIsDroppedAtOnce() {
    try (World world = new World(this)) {
      Stores process = world.process(backend(), world.threads(), World.LIMITS);
      Updateables mine = process.open(world.scope()).updateables();
      Updateables handle = process.open(world.scope()).updateables();
      Updateables apart = process.open(World.newScope()).updateables();
      assertEquals(-1, recent(mine, "a"));
      set(handle, "a", 1, 1_000);
      assertEquals(1, recent(mine, "a"), "not the absence that was cached");
      assertEquals(-1, recent(apart, "a"), "the same name in another scope");
      set(handle, "a", 2, 1_000);
      assertEquals(2, recent(mine, "a"));
      Updateable<Quota> known = mine.findRecent(Quota.class, "a").orElseThrow();
      Updateables other = world.store().updateables();
      set(other, "a", 3, 1_000);
      assertEquals(2, recent(mine, "a"), "another process changed it");
      assertInstanceOf(
          Updateables.Result.Conflict.class,
          handle.swap(known, new Quota("", 9)),
          "by the old token");
      assertEquals(3, recent(mine, "a"), "who lost a race reads anew");
      change(handle.delete(handle.find(Quota.class, "a").orElseThrow()));
      assertEquals(-1, recent(mine, "a"));
    }
  }

  // reader: reads the row | writer of the same process: swaps, returns | reader: fills the cache.
  @Test
  default void aSlowReaderDoesNotBringBackWhatThisProcessHasChanged() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      Updateables mine = store.updateables();
      set(mine, "a", 1, 1_000);
      Updateable<Quota> first = mine.find(Quota.class, "a").orElseThrow();
      Stop read = stopping.stopAfter(Operation.FETCH);
      Caller<Long> reader = Caller.start(() -> recent(mine, "a"));
      read.awaitReached();
      change(mine.swap(first, new Quota("", 2, 1_000)));
      read.proceed();
      assertEquals(1, reader.outcome().get(), "it began before the change");
      assertEquals(2, recent(mine, "a"));
    }
  }

  @Test
  default void aClockThatIsSetBackServesNothingForLonger() {
    try (World world = new World(this)) {
      Updateables mine = world.store().updateables();
      Updateables other = world.store().updateables();
      set(other, "a", 1, 10);
      assertEquals(1, recent(mine, "a"));
      set(other, "a", 2, 10);
      world.clock().advance(Duration.ofHours(-1));
      assertEquals(2, recent(mine, "a"));
    }
  }

  // mine: sends a swap, gets no answer | the swap lands later. Until then, nobody can know.
  @Test
  default void whatThisProcessMayHaveChangedIsDroppedToo() {
    try (World world = new World(this)) {
      FaultScript script =
          new FaultScript()
              .add(Operation.INSERT, 1, Fault.REQUEST_LOST, 0)
              .add(Operation.SWAP, 1, Fault.REPLY_LOST, 0);
      Updateables mine = world.store(new FaultyBackend(backend(), script)).updateables();
      Updateables other = world.store().updateables();
      assertEquals(-1, recent(mine, "a"));
      set(other, "a", 1, 1_000);
      assertInstanceOf(
          Updateables.Result.Unknown.class,
          mine.insert("a", new Quota("", 9)),
          "the insert may still be in transit");
      assertEquals(1, recent(mine, "a"), "not the absence that was cached");
      assertEquals(-1, recent(mine, "b"));
      set(other, "b", 1, 1_000);
      Updateable<Quota> known = mine.find(Quota.class, "b").orElseThrow();
      change(mine.swap(known, new Quota("", 2, 1_000)));
      assertEquals(2, recent(mine, "b"), "the reply was lost, the swap was not");
    }
  }
}
