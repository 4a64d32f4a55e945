package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long heads know keys, and what happens to those who come later. */
public interface WindowContract extends IdempotencyPart {
  /** How long a head knows a key: as long as its record is kept, and a commit may take. */
  Duration WINDOW = RecordContract.KEPT.plus(Site.COMMIT_LIMIT);

  private static CommitKey key(Server server, String name) {
    return server.reserved(Site.request(name)).commitKey("");
  }

  private static void applyNew(Server server, String name) {
    assertInstanceOf(
        KeyedCommit.Applied.class,
        server.store().commit(Site.MAIN, key(server, name), Site.raiseBytes(name)));
  }

  @Test
  default void aKeyIsKnownForAsLongAsItsRecordIsKept() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    for (int i = 0; i < 10; i++) {
      site.pass(WINDOW.dividedBy(10));
      applyNew(i % 2 == 0 ? server : site.server(), "other" + i);
      assertInstanceOf(
          KeyedCommit.AlreadyApplied.class, server.store().findKey(Site.MAIN, key).orElseThrow());
    }
  }

  // An owner comes back from a pause of an hour, and commits. Whether its key was applied meanwhile
  // nobody knows: it left the head long ago. If that passed for "not applied", it would be applied
  // twice; so the swap itself refuses keys that are older than what the head knows.
  @Test
  default void aKeyOlderThanTheWatermarkIsRefusedAndNotExecuted() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    CommitKey key = key(a, "k");
    CommitKey late =
        new CommitKey(
            key.request(), "", key.acceptedAt(), key.acceptedAt().plus(key.window()), key.window());
    assertInstanceOf(
        KeyedCommit.Applied.class, a.store().commit(Site.MAIN, late, Site.raiseBytes("x")));
    // Keys are in a short list first, and leave with all of their slice of time.
    site.pass(WINDOW.multipliedBy(2));
    for (int i = 0; i < 60; i++) {
      applyNew(a, "later" + i);
      site.pass(Duration.ofSeconds(1));
    }
    Server paused = site.server().ahead(WINDOW.multipliedBy(-2));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().commit(Site.MAIN, late, Site.raiseBytes("x")));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class, paused.store().findKey(Site.MAIN, late).orElseThrow());
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().recordFailure(Site.MAIN, late, Bytes.empty()));
    assertEquals(1, site.effects("x"));
  }

  // Also if it never was applied: nobody can tell the two apart any more.
  @Test
  default void aKeyThatNeverWasAppliedIsRefusedAsWell() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    site.pass(WINDOW.plus(RecordContract.MICRO));
    applyNew(server, "later");
    Server paused = site.server().ahead(WINDOW.negated());
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    assertEquals(0, site.effects("x"));
  }

  // The record is past its time, and the client's key is used anew, under another time of
  // acceptance. The owner of before must not commit then: its key is elsewhere in the head.
  @Test
  default void aCommitSubmittedAfterItsDeadlineIsRefused() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    site.clock().set(key.deadline());
    CommitKey other = key(server, "other");
    assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    site.clock().set(other.deadline().plus(RecordContract.MICRO));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        server.store().commit(Site.MAIN, other, Site.raiseBytes("x")));
    assertInstanceOf(
        KeyedCommit.AlreadyApplied.class,
        server.store().commit(Site.MAIN, key, Site.raiseBytes("x")),
        "what is known is told also after the deadline");
    assertEquals(1, site.effects("x"));
  }

  // One server's clock is half an hour and more ahead. If the watermark followed it, the keys of
  // all others would be refused as too old.
  @Test
  default void oneClockThatIsAheadRefusesNobody() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    Server fast = site.server().ahead(WINDOW.minusSeconds(1));
    applyNew(a, "a");
    for (int i = 0; i < 3; i++) {
      CommitKey accepted = key(b, "accepted" + i);
      applyNew(fast, "fast" + i);
      applyNew(a, "a" + i);
      applyNew(fast, "fast-again" + i);
      assertInstanceOf(
          KeyedCommit.Applied.class,
          b.store().commit(Site.MAIN, accepted, Site.raiseBytes("x" + i)));
      site.pass(Duration.ofMinutes(1));
    }
  }

  // The reference is deleted and created again between commit and retry. It has no keys of its
  // earlier life, so it must not take the retry for a new request.
  @Test
  default void keysOfAnEarlierLifeAreUnknownAndRefused() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    CommitKey key = key(server, "k");
    assertInstanceOf(
        KeyedCommit.Applied.class, server.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
    site.pass(Duration.ofSeconds(1));
    server.store().deleteReference(Site.MAIN);
    var unused = server.store().createReference(Site.MAIN);
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
    applyNew(server, "new");
    assertEquals(Optional.empty(), server.store().findKey(Site.MAIN, key(server, "next")));
  }
}
