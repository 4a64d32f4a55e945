package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import java.time.Duration;
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

  // An owner resumes after a pause of an hour, and commits. Whether its key was applied meanwhile
  // is
  // unknown: the key left the head long ago. Taken for "not applied", it would be applied twice; so
  // the swap itself refuses keys older than those the head lists.
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

  // Also if it never was applied: the two cannot be distinguished any more.
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
        "what is known is returned also after the deadline");
    assertEquals(1, site.effects("x"));
  }

  // One server's clock is half an hour and more ahead. If the watermark followed it, the keys of
  // all others would be refused as too old.
  @Test
  default void oneClockThatIsAheadRefusesNoRequest() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    Server fast = site.server().ahead(WINDOW.minusSeconds(1));
    for (int i = 0; i < 3; i++) {
      CommitKey accepted = key(b, "accepted" + i);
      site.pass(Duration.ofMinutes(1));
      applyNew(a, "a-first" + i);
      applyNew(fast, "fast" + i);
      applyNew(a, "a" + i);
      applyNew(fast, "fast-again" + i);
      assertInstanceOf(
          KeyedCommit.Applied.class,
          b.store().commit(Site.MAIN, accepted, Site.raiseBytes("x" + i)));
    }
  }

  // The server whose clock is ahead restarts, and gets another node number. Its own time from
  // before is not that of another server: if it passed for one, the watermark would follow two
  // clocks that are one.
  @Test
  default void aClockThatIsAheadRefusesNoKeysAfterARestart() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Duration ahead = WINDOW.minusMinutes(5);
    for (int i = 0; i < 3; i++) {
      CommitKey accepted = key(a, "accepted" + i);
      for (int minute = 0; minute < 10; minute++) {
        site.pass(Duration.ofMinutes(1));
        applyNew(a, "a" + i + "-" + minute);
      }
      applyNew(site.server().ahead(ahead), "fast" + i);
      applyNew(site.server().ahead(ahead), "restarted" + i);
      applyNew(site.server().ahead(ahead), "restarted-again" + i);
      assertInstanceOf(
          KeyedCommit.Applied.class,
          a.store().commit(Site.MAIN, accepted, Site.raiseBytes("x" + i)));
    }
  }

  // Servers that commit once each, under a node number of their own, are not alone. Still heads do
  // not keep keys forever.
  @Test
  default void keysAreForgottenAlsoWhereEveryServerCommitsOnce() {
    Site site = new Site(this);
    Server first = site.serverWithReference();
    CommitKey key = key(first, "k");
    Duration step = WINDOW.dividedBy(4);
    for (int i = 0; i <= 9; i++) {
      applyNew(site.server(), "once" + i);
      site.pass(step);
    }
    Server paused = site.server().ahead(step.multipliedBy(-10));
    assertInstanceOf(
        KeyedCommit.WindowExpired.class,
        paused.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
  }
}
