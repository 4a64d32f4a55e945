package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** References that are deleted and created again between a request and its retry. */
public interface RecreationContract extends IdempotencyPart {
  /** Less than clocks may be apart. */
  Duration AHEAD = Duration.ofSeconds(3);

  private static CommitKey key(Server server, String name) {
    return server.reserved(Site.request(name)).commitKey("");
  }

  private static KeyedCommit.Applied apply(Server server, CommitKey key) {
    return assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
  }

  private static void recreate(Server server) {
    server.store().deleteReference(Site.MAIN);
    var unused = server.store().createReference(Site.MAIN);
  }

  private static void assertKnown(KeyedCommit.Applied first, Server server, CommitKey key) {
    KeyedCommit known = new KeyedCommit.AlreadyApplied(first.result(), first.id());
    assertEquals(Optional.of(known), server.store().findKey(Site.MAIN, key));
    assertEquals(known, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
  }

  // A server whose clock is 3 s ahead commits. The reference is deleted and created again by a
  // server with the right time: its new life begins before the request was accepted. The retry is
  // not executed a second time, whatever was committed in the new life, and by every server.
  @Test
  default void aKeyOfAnEarlierLifeIsKnownInTheNext() {
    Site site = new Site(this);
    Server fast = site.serverWithReference().ahead(AHEAD);
    CommitKey key = key(fast, "k");
    KeyedCommit.Applied first = apply(fast, key);
    Server server = site.server();
    recreate(server);
    assertKnown(first, fast, key);
    assertKnown(first, site.server(), key);
    server.store().commit(Site.MAIN, Site.raiseBytes("without a key"));
    assertKnown(first, server, key);
    assertKnown(first, site.server(), key);
    var unused = apply(server, key(server, "other"));
    assertKnown(first, site.server(), key);
    assertEquals(1, site.effects("x"));
  }

  // The other way round: the clock of the creating server is ahead, and the new request was
  // accepted by one with the right time, before the new life began by that clock.
  @Test
  default void aNewRequestIsExecutedRightAfterItsReferenceIsCreatedAgain() {
    Site site = new Site(this);
    Server fast = site.serverWithReference().ahead(AHEAD);
    var unused = apply(fast, key(fast, "k"));
    Server server = site.server();
    CommitKey before = key(server, "accepted-before");
    recreate(fast);
    unused = apply(server, key(server, "new"));
    unused = apply(server, before);
    assertEquals(2, site.effects("x"));
  }

  // More keys than a head's list has room for, so that most are in runs; and an empty life between.
  @Test
  default void allKeysAreKnownThroughSeveralLives() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    List<CommitKey> keys = new ArrayList<>();
    List<KeyedCommit.Applied> applied = new ArrayList<>();
    for (int life = 0; life < 3; life++) {
      for (int i = 0; i < 40; i++) {
        keys.add(key(server, "k" + life + "-" + i));
        applied.add(apply(server, keys.get(keys.size() - 1)));
      }
      site.pass(Duration.ofSeconds(20));
      recreate(server);
      site.pass(Duration.ofSeconds(20));
      recreate(site.server());
    }
    Server fresh = site.server();
    for (int i = 0; i < keys.size(); i++) {
      assertKnown(applied.get(i), fresh, keys.get(i));
    }
    assertEquals(0, site.effects("x"));
  }

  @Test
  default void aFailureIsKnownInTheNextLifeToo() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    KeyedCommit failed = new KeyedCommit.AlreadyFailed(Bytes.ofUtf8("404"));
    assertEquals(failed, server.store().recordFailure(Site.MAIN, key, Bytes.ofUtf8("404")));
    recreate(site.server());
    assertEquals(failed, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(0, site.effects("x"));
  }

  // Keys leave the new life's heads like all others.
  @Test
  default void keysOfAnEarlierLifeAreForgottenInTheirTime() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    var unused = apply(server, key);
    recreate(server);
    site.pass(WindowContract.WINDOW.multipliedBy(2));
    unused = apply(server, key(server, "later"));
    Server paused = site.server().ahead(WindowContract.WINDOW.multipliedBy(-2));
    CommitKey late =
        new CommitKey("never applied", "", key.acceptedAt(), key.deadline(), key.window());
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().commit(Site.MAIN, late, Site.raiseBytes("x")));
  }

  // The last head of the earlier life is lost, and with it the keys: requests that it may have
  // applied are refused, also those of a clock that is ahead as far as clocks may be.
  @Test
  default void keysOfALostLifeAreUnknownAndRefused() {
    Site site = new Site(this);
    Server fast = site.serverWithReference().ahead(AHEAD);
    CommitKey key = key(fast, "k");
    var unused = apply(fast, key);
    long head = fast.store().current(Site.MAIN).head().orElseThrow().id();
    recreate(site.server());
    site.backend().delete(List.of(new ObjectRef("cairn.head", head).in(site.scope())));
    Server server = site.server();
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        server.store().commit(Site.MAIN, key, Site.raiseBytes("x")),
        "before the first commit");
    server.store().commit(Site.MAIN, Site.raiseBytes("without a key"));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        site.server().store().commit(Site.MAIN, key, Site.raiseBytes("x")),
        "after it");
    assertEquals(0, site.effects("x"));
    site.pass(Site.SKEW.plus(RecordContract.MICRO.multipliedBy(2)));
    unused = apply(server, key(server, "new"));
    assertEquals(1, site.effects("x"));
  }

  // The reference was not used for so long that a collection may be at its pages. Its keys are past
  // their time: they are refused, and new requests are not.
  @Test
  default void keysOfALongUnusedReferenceAreRefusedAndNewOnesAreNot() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    var unused = apply(server, key);
    site.pass(Duration.ofDays(400));
    Server fast = site.server().ahead(AHEAD);
    recreate(fast);
    Server fresh = site.server();
    unused = apply(fresh, key(fresh, "new"));
    Server paused = site.server().ahead(Duration.ofDays(-400));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(1, site.effects("x"));
  }

  // The same after a collection has swept the last head: that one was superseded so long ago that
  // nothing has to be refused because of it, also if the clock of the creating server is ahead.
  @Test
  default void newRequestsAreNotRefusedWhereTheLastHeadWasCollected() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    var unused = apply(server, key);
    long head = server.store().current(Site.MAIN).head().orElseThrow().id();
    server.store().deleteReference(Site.MAIN);
    site.pass(Duration.ofDays(700));
    site.backend().delete(List.of(new ObjectRef("cairn.head", head).in(site.scope())));
    CommitKey before = key(server, "accepted-before");
    var created = site.server().ahead(AHEAD).store().createReference(Site.MAIN);
    assertEquals(true, created.headId().isEmpty());
    Server fresh = site.server();
    unused = apply(fresh, before);
    unused = apply(fresh, key(fresh, "new"));
    Server paused = site.server().ahead(Duration.ofDays(-700));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(2, site.effects("x"));
  }
}
