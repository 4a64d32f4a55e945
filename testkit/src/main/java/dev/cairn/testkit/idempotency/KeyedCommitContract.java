package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.LogEntry;
import dev.cairn.testkit.contract.Race;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A commit with a key takes effect once, whichever process tries it, and the head proves it. */
public interface KeyedCommitContract extends IdempotencyPart {
  private static CommitKey key(Server server, String name) {
    return server.reserved(Site.request(name)).commitKey("");
  }

  @Test
  default void aKeyIsAppliedOnceAndEveryCallerGetsTheFirstResult() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    CommitKey key = key(a, "k");
    assertEquals(Optional.empty(), b.store().findKey(Site.MAIN, key));
    KeyedCommit.Applied applied =
        assertInstanceOf(
            KeyedCommit.Applied.class, a.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals("1", applied.result().toUtf8());
    KeyedCommit again = new KeyedCommit.AlreadyApplied(applied.result(), applied.id());
    for (Server server : List.of(a, b, site.server())) {
      assertEquals(again, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
      assertEquals(Optional.of(again), server.store().findKey(Site.MAIN, key));
    }
    assertEquals(1, site.effects("x"));
    List<LogEntry> log = b.store().log(Site.MAIN, 10).entries();
    assertEquals(List.of(applied.id()), log.stream().map(LogEntry::id).toList());
    assertEquals(
        List.of("effects"), List.copyOf(log.get(0).changedKeys().keySet()), "no engine index");
    assertEquals(List.of("effects"), List.copyOf(b.store().current(Site.MAIN).indexNames()));
  }

  @Test
  default void otherKeysStepsAndReferencesAreOthers() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    var unused = server.store().createReference("other");
    var owner = server.reserved(Site.request("k"));
    for (String step : List.of("", "a", "b")) {
      for (String reference : List.of(Site.MAIN, "other")) {
        assertInstanceOf(
            KeyedCommit.Applied.class,
            server.store().commit(reference, owner.commitKey(step), Site.raiseBytes("x")));
      }
    }
    assertInstanceOf(
        KeyedCommit.Applied.class,
        server.store().commit(Site.MAIN, key(server, "k2"), Site.raiseBytes("x")));
    assertEquals(4, site.effects("x"));
  }

  @Test
  default void aChangeThatThrowsLeavesItsKeyFree() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    assertThrows(
        IllegalStateException.class,
        () ->
            server
                .store()
                .commit(
                    Site.MAIN,
                    key,
                    workspace -> {
                      throw new IllegalStateException("no");
                    }));
    assertEquals(Optional.empty(), server.store().findKey(Site.MAIN, key));
    assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
  }

  @Test
  default void aChangeThatEditsNothingStillUsesItsKey() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    Bytes nothing = Bytes.ofUtf8("nothing to do");
    assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, workspace -> nothing));
    KeyedCommit.AlreadyApplied again =
        assertInstanceOf(
            KeyedCommit.AlreadyApplied.class,
            site.server().store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(nothing, again.result());
    assertEquals(0, site.effects("x"));
  }

  @Test
  default void aResultTooLargeToKeepIsRefused() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    Bytes most = Bytes.wrap(new byte[CommitKey.MAX_RESULT_BYTES]);
    Bytes more = Bytes.wrap(new byte[CommitKey.MAX_RESULT_BYTES + 1]);
    assertInstanceOf(
        KeyedCommit.Applied.class,
        server.store().commit(Site.MAIN, key(server, "k"), workspace -> most));
    assertThrows(
        IllegalArgumentException.class,
        () -> server.store().commit(Site.MAIN, key(server, "l"), workspace -> more));
  }

  // A has run its change, and its head is on the way, when B, which took over, commits. A's swap
  // fails, its change runs again, and finds the key applied: A gets B's result.
  @Test
  default void whoLosesTheRaceForAKeyGetsTheResultOfTheWinner() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    CommitKey key = key(a, "k");
    AtomicBoolean isFirst = new AtomicBoolean(true);
    KeyedCommit lost =
        a.store()
            .commit(
                Site.MAIN,
                key,
                workspace -> {
                  if (isFirst.getAndSet(false)) {
                    assertInstanceOf(
                        KeyedCommit.Applied.class,
                        b.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
                  }
                  return Bytes.ofUtf8("A " + Site.raise(workspace, "x"));
                });
    assertEquals("1", assertInstanceOf(KeyedCommit.AlreadyApplied.class, lost).result().toUtf8());
    assertEquals(1, site.effects("x"));
  }

  @Test
  default void manyThreadsAndStoresApplyEachKeyOnce() {
    Site site = new Site(this);
    List<Server> servers = List.of(site.serverWithReference(), site.server(), site.server());
    int keys = 6;
    List<CommitKey> all =
        IntStream.range(0, keys).mapToObj(i -> key(servers.get(0), "k" + i)).toList();
    List<List<KeyedCommit>> results =
        Race.run(
            Race.THREADS,
            thread ->
                all.stream()
                    .map(
                        key ->
                            servers
                                .get(thread % 3)
                                .store()
                                .commit(Site.MAIN, key, Site.raiseBytes(key.request())))
                    .toList());
    for (int i = 0; i < keys; i++) {
      int number = i;
      long applied =
          results.stream().filter(r -> r.get(number) instanceof KeyedCommit.Applied).count();
      assertEquals(1, applied, () -> "key " + number + ": " + results);
      assertEquals(1, site.effects(all.get(i).request()));
    }
  }

  // B took over, and its change finds that the request cannot succeed. Before any client learns
  // this,
  // it is recorded: otherwise A, which is only slow, would commit what the client believes to have
  // failed.
  @Test
  default void aRecordedFailureKeepsASlowOwnerFromCommitting() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    CommitKey key = key(a, "k");
    Bytes failure = Bytes.ofUtf8("404");
    KeyedCommit failed = new KeyedCommit.AlreadyFailed(failure);
    assertEquals(failed, b.store().recordFailure(Site.MAIN, key, failure));
    assertEquals(failed, b.store().recordFailure(Site.MAIN, key, Bytes.ofUtf8("409")));
    assertEquals(failed, a.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(Optional.of(failed), a.store().findKey(Site.MAIN, key));
    assertEquals(0, site.effects("x"));
  }

  // The other way round: A's commit came first, so B's failure is not true.
  @Test
  default void whatWasAppliedDoesNotFailAfterwards() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    CommitKey key = key(a, "k");
    assertInstanceOf(
        KeyedCommit.Applied.class, a.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    KeyedCommit.AlreadyApplied found =
        assertInstanceOf(
            KeyedCommit.AlreadyApplied.class,
            site.server().store().recordFailure(Site.MAIN, key, Bytes.ofUtf8("404")));
    assertEquals("1", found.result().toUtf8());
  }

  // The client saw its table, an operator went back to the state before, and now the client's
  // retry arrives. Were its key gone with the state, the request would be executed a second time.
  @Test
  default void aResetKeepsAppliedKeys() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    server.store().commit(Site.MAIN, Site.raiseBytes("before"));
    var target = server.store().current(Site.MAIN).head().orElseThrow();
    CommitKey key = key(server, "k");
    assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    var unused = server.store().resetReference(Site.MAIN, target, "back");
    assertEquals(0, site.effects("x"));
    assertInstanceOf(
        KeyedCommit.AlreadyApplied.class,
        site.server().store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(0, site.effects("x"));
    assertEquals(1, site.effects("before"));
  }
}
