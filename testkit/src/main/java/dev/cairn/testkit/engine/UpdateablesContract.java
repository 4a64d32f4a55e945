package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.ClosedException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Updateable;
import dev.cairn.api.store.Updateables;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultScript;
import dev.cairn.testkit.fault.FaultyBackend;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Updateable objects of applications: three outcomes, settled by tokens. */
public interface UpdateablesContract extends ContractPart {
  private static Updateable<Quota> applied(Updateables.Result<Quota> result) {
    return result instanceof Updateables.Result.Applied<Quota> applied
        ? applied.written()
        : fail("it was not applied: " + result);
  }

  @Test
  default void anObjectIsInsertedReadSwappedAndDeletedByToken() {
    try (World world = new World(this)) {
      Updateables mine = world.store().updateables();
      Updateables other = world.store().updateables();
      assertEquals(Optional.empty(), mine.find(Quota.class, "a"));
      Updateable<Quota> first = applied(mine.insert("a", new Quota("mine", 10)));
      assertEquals(Optional.of(first), other.find(Quota.class, "a"));
      assertEquals(Optional.empty(), other.find(Quota.class, "A"));
      assertEquals(
          new Updateables.Result.Conflict<>(Optional.of(first)),
          other.insert("a", new Quota("o", 1)));

      Updateable<Quota> second = applied(other.swap(first, new Quota("other", 9)));
      assertNotEquals(first.token(), second.token());
      assertEquals(first.createdAt(), second.createdAt());
      assertEquals(
          new Updateables.Result.Conflict<>(Optional.of(second)),
          mine.swap(first, new Quota("m", 8)));
      assertEquals(new Updateables.Result.Conflict<>(Optional.of(second)), mine.delete(first));
      assertEquals(Optional.of(second), mine.find(Quota.class, "a"), "nothing was changed");

      assertInstanceOf(Updateables.Result.Applied.class, mine.delete(second));
      assertEquals(Optional.empty(), other.find(Quota.class, "a"));
      assertEquals(
          new Updateables.Result.Conflict<>(Optional.empty()), other.swap(second, first.value()));
      Updateable<Quota> again = applied(other.insert("a", new Quota("again", 1)));
      assertEquals(
          new Updateables.Result.Conflict<>(Optional.of(again)), mine.swap(second, first.value()));
    }
  }

  @Test
  default void ofProcessesThatCountDownTogetherNoneIsLost() {
    try (World world = new World(this)) {
      int processes = 4;
      int changes = 5 * scale();
      applied(world.store().updateables().insert("n", new Quota("", (long) processes * changes)));
      List<Boolean> unused =
          Race.run(
              processes,
              process -> {
                Updateables mine = world.store().updateables();
                for (int i = 0; i < changes; i++) {
                  countDown(mine);
                }
                return true;
              });
      assertEquals(
          0, world.store().updateables().find(Quota.class, "n").orElseThrow().value().left());
    }
  }

  private static void countDown(Updateables mine) {
    Updateable<Quota> seen = mine.find(Quota.class, "n").orElseThrow();
    while (mine.swap(seen, new Quota("", seen.value().left() - 1))
        instanceof Updateables.Result.Conflict<Quota> conflict) {
      seen = conflict.found().orElseGet(() -> mine.find(Quota.class, "n").orElseThrow());
    }
  }

  // The reply to a swap or deletion is lost, or the request: the tokens in the row tell.
  @Test
  default void aLostReplyIsSettledByTokens() {
    for (Fault fault : List.of(Fault.REPLY_LOST, Fault.REQUEST_LOST)) {
      try (World world = new World(this)) {
        FaultScript script =
            new FaultScript()
                .add(Operation.SWAP, 1, fault, 0)
                .add(Operation.DELETE_IF, 1, fault, 0);
        Updateables mine = world.store(new FaultyBackend(backend(), script)).updateables();
        Updateable<Quota> first = applied(mine.insert("a", new Quota("mine", 10)));
        Updateable<Quota> second = applied(mine.swap(first, new Quota("mine", 9)));
        assertEquals(
            Optional.of(second), world.store().updateables().find(Quota.class, "a"), "once");
        assertInstanceOf(Updateables.Result.Applied.class, mine.delete(second));
        assertEquals(Optional.empty(), world.store().updateables().find(Quota.class, "a"));
      }
    }
  }

  @Test
  default void aLostInsertIsAppliedIfFoundAndOtherwiseUnknown() {
    try (World world = new World(this)) {
      FaultScript script =
          new FaultScript()
              .add(Operation.INSERT, 1, Fault.REPLY_LOST, 0)
              .add(Operation.INSERT, 2, Fault.REQUEST_LOST, 0);
      Updateables mine = world.store(new FaultyBackend(backend(), script)).updateables();
      Updateable<Quota> found = applied(mine.insert("a", new Quota("mine", 10)));
      assertEquals(Optional.of(found), world.store().updateables().find(Quota.class, "a"));
      Updateables.Result.Unknown<?> unknown =
          assertInstanceOf(
              Updateables.Result.Unknown.class, mine.insert("b", new Quota("mine", 1)));
      assertEquals(Optional.empty(), unknown.found());
      assertEquals(new Quota("mine", 1), unknown.attempted().value());
    }
  }

  // The swap is still in transit when another process changes the object: it can no longer land.
  @Test
  default void aDelayedSwapThatAnotherChangeOvertookNeverLands() {
    try (World world = new World(this)) {
      FaultScript script = new FaultScript().add(Operation.SWAP, 1, Fault.DELAYED, 0);
      FaultyBackend faulty = new FaultyBackend(backend(), script);
      Updateables mine = world.store(faulty).updateables();
      Updateables other = world.store().updateables();
      Updateable<Quota> first = applied(other.insert("a", new Quota("first", 10)));
      Updateables.Result<Quota> result = mine.swap(first, new Quota("mine", 9));
      faulty.landDelayed();
      Quota now = other.find(Quota.class, "a").orElseThrow().value();
      String owner = result instanceof Updateables.Result.Applied<Quota> ? "mine" : "first";
      assertEquals(owner, now.owner(), () -> "the caller got " + result);
    }
  }

  @Test
  default void whatCannotBeStoredIsRefused() {
    try (World world = new World(this)) {
      Store store = world.store();
      Updateables mine = store.updateables();
      assertThrows(IllegalArgumentException.class, () -> mine.insert("", new Quota("", 1)));
      assertThrows(
          IllegalArgumentException.class, () -> mine.insert("x".repeat(1025), new Quota("", 1)));
      assertThrows(IllegalArgumentException.class, () -> mine.insert("a", new Item("immutable")));
      assertThrows(IllegalArgumentException.class, () -> mine.find(Item.class, "a"));
      assertThrows(ConfigurationException.class, () -> mine.insert("a", "no type"));
      assertThrows(
          ValueTooLargeException.class,
          () -> mine.insert("a", new Quota("x".repeat(backend().limits().maxValueBytes()), 1)));
      assertThrows(IllegalArgumentException.class, () -> store.putAll(List.of(new Quota("", 1))));
      assertThrows(IllegalArgumentException.class, () -> store.prepare(new Quota("", 1)));
      Updateable<Quota> first = applied(mine.insert("a", new Quota("a", 1)));
      Updateable<Object> untyped =
          new Updateable<>(first.name(), first.value(), first.token(), first.createdAt());
      assertThrows(IllegalArgumentException.class, () -> mine.swap(untyped, new Item("i")));
      store.createReference(World.MAIN);
      IllegalStateException nested =
          assertThrows(
              IllegalStateException.class,
              () -> store.commit(World.MAIN, workspace -> mine.delete(first)));
      assertTrue(String.valueOf(nested.getMessage()).contains("quota/a"), nested.getMessage());
      assertEquals(Optional.of(first), mine.find(Quota.class, "a"));
      store.close();
      assertThrows(ClosedException.class, () -> mine.find(Quota.class, "a"));
      assertThrows(ClosedException.class, () -> mine.delete(first));
    }
  }
}
