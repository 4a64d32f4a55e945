package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.StoreBusyException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Owners that stand still until their keys may be used anew. */
public interface DeadlineContract extends IdempotencyPart {
  /** From here on a key may be accepted anew. */
  Duration OVER = RecordContract.KEPT.plus(RecordContract.MICRO);

  /** A clock after one of whose looks its process stands still. */
  final class PausingClock implements InstantSource {
    private final InstantSource time;
    private int looksUntilPause;
    private Runnable meanwhile = () -> {};

    PausingClock(InstantSource time) {
      this.time = time;
    }

    void pauseAfter(int looks, Runnable run) {
      looksUntilPause = looks;
      meanwhile = run;
    }

    /** Whether there were so many looks. */
    boolean hasPaused() {
      return looksUntilPause <= 0;
    }

    @Override
    public Instant instant() {
      Instant now = time.instant();
      looksUntilPause--;
      if (looksUntilPause == 0) {
        meanwhile.run();
      }
      return now;
    }
  }

  // Tried for too long, or too late: nothing was applied in either case.
  private static boolean isRefused(Supplier<KeyedCommit> commit) {
    try {
      return commit.get() instanceof KeyedCommit.WindowExpired;
    } catch (StoreBusyException | CommitConflictException e) {
      return true;
    }
  }

  // The owner looks at its clock and stands still, for longer than its key is kept. The client's
  // key is accepted anew, under another time, and executed. Then the owner goes on: its key is not
  // in the head, so only its deadline tells that it must not commit. Whichever of its looks at the
  // clock it stands still after, what was not done by then is not done any more.
  @Test
  default void anOwnerThatStandsStillPastItsDeadlineDoesNotCommit() {
    for (int looks = 1; ; looks++) {
      Site site = new Site(this);
      Server other = site.serverWithReference();
      PausingClock clock = new PausingClock(site.clock());
      Server owner = site.server(clock);
      CommitKey key = owner.reserved(Site.request("k")).commitKey("");
      long[] doneBefore = new long[1];
      clock.pauseAfter(
          looks,
          () -> {
            doneBefore[0] = site.effects("x");
            site.pass(OVER);
            CommitKey anew = other.reserved(Site.request("k")).commitKey("");
            assertInstanceOf(
                KeyedCommit.Applied.class,
                other.store().commit(Site.MAIN, anew, Site.raiseBytes("x")));
          });
      boolean isRefused =
          isRefused(() -> owner.store().commit(Site.MAIN, key, Site.raiseBytes("x")));
      if (!clock.hasPaused()) {
        assertTrue(looks > 1, "a commit looks at the clock");
        return;
      }
      assertEquals(doneBefore[0] == 0, isRefused, "paused after look " + looks);
      assertEquals(1 + doneBefore[0], site.effects("x"), "paused after look " + looks);
    }
  }

  // It stands still after its change was run, while it stores the objects of its new head. The key
  // is accepted anew meanwhile, and executed afterwards: nothing moves the reference in between, so
  // the swap would succeed.
  @Test
  default void anOwnerThatStandsStillAfterItsChangeDoesNotCommitEither() {
    Site site = new Site(this);
    Server other = site.serverWithReference();
    Server owner =
        site.server(
            new ForwardingBackend(site.backend()) {
              @Override
              public void write(Collection<ObjectRow> rows) {
                super.write(rows);
                site.pass(OVER);
              }

              @Override
              public boolean writesAndSwapsAtOnce() {
                return false; // it stands still between the two
              }
            },
            Site.SETTINGS);
    CommitKey key = owner.reserved(Site.request("k")).commitKey("");
    assertTrue(isRefused(() -> owner.store().commit(Site.MAIN, key, Site.raiseBytes("x"))));
    assertEquals(0, site.effects("x"));
    CommitKey anew = other.reserved(Site.request("k")).commitKey("");
    assertInstanceOf(
        KeyedCommit.Applied.class, other.store().commit(Site.MAIN, anew, Site.raiseBytes("x")));
    assertEquals(1, site.effects("x"));
  }

  // The same while the change itself runs.
  @Test
  default void anOwnerThatStandsStillInItsChangeDoesNotCommitEither() {
    Site site = new Site(this);
    Server owner = site.serverWithReference();
    CommitKey key = owner.reserved(Site.request("k")).commitKey("");
    assertTrue(
        isRefused(
            () ->
                owner
                    .store()
                    .commit(
                        Site.MAIN,
                        key,
                        workspace -> {
                          site.pass(OVER);
                          return Site.raiseBytes("x").apply(workspace);
                        })));
    assertEquals(0, site.effects("x"));
  }

  // The database does not answer the first swap, and the owner stands still before it tries again.
  // Its key is accepted anew meanwhile, and executed afterwards. Whether the first try certainly
  // did nothing or its reply was lost, the second is not sent.
  @Test
  default void aSwapIsNotSentAgainPastTheDeadline() {
    for (boolean isLost : List.of(false, true)) {
      Site site = new Site(this);
      Server other = site.serverWithReference();
      Server owner =
          site.server(
              new ForwardingBackend(site.backend()) {
                private boolean isFirst = true;

                @Override
                public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
                  return late(() -> super.swapReference(expected, next));
                }

                @Override
                public CasResult<ReferenceRow> writeAndSwap(
                    Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
                  return writesAndSwapsAtOnce()
                      ? late(() -> super.writeAndSwap(rows, expected, next))
                      : super.writeAndSwap(rows, expected, next);
                }

                private CasResult<ReferenceRow> late(Supplier<CasResult<ReferenceRow>> swap) {
                  if (!isFirst) {
                    return swap.get();
                  }
                  isFirst = false;
                  site.pass(OVER);
                  if (isLost) {
                    return CasResult.unknown(new IllegalStateException("lost on its way"));
                  }
                  throw new BackendUnavailableException("not sent");
                }
              },
              Site.SETTINGS);
      CommitKey key = owner.reserved(Site.request("k")).commitKey("");
      assertTrue(
          isRefused(() -> owner.store().commit(Site.MAIN, key, Site.raiseBytes("x"))),
          "the reply was lost: " + isLost);
      CommitKey anew = other.reserved(Site.request("k")).commitKey("");
      assertInstanceOf(
          KeyedCommit.Applied.class, other.store().commit(Site.MAIN, anew, Site.raiseBytes("x")));
      assertEquals(1, site.effects("x"));
    }
  }
}
