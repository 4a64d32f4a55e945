package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Refusals by an owner that does not know whether its own commit took effect: no client receives
 * one that is not true.
 */
public interface DoubtfulRefusalContract extends IdempotencyPart {
  /** Loses replies to swaps of references, and then all contact, for as long as a test says so. */
  final class LosingReplies extends ForwardingBackend {
    private boolean losesReplies;
    private boolean isCut;

    LosingReplies(Backend sound) {
      super(sound);
    }

    LosingReplies lose() {
      losesReplies = true;
      return this;
    }

    void cut() {
      isCut = true;
    }

    void heal() {
      losesReplies = false;
      isCut = false;
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return losing(() -> super.swapReference(expected, next));
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      return writesAndSwapsAtOnce()
          ? losing(() -> super.writeAndSwap(rows, expected, next))
          : super.writeAndSwap(rows, expected, next);
    }

    private CasResult<ReferenceRow> losing(Supplier<CasResult<ReferenceRow>> write) {
      if (isCut) {
        throw new BackendUnavailableException("cut off");
      }
      CasResult<ReferenceRow> result = write.get();
      if (!losesReplies) {
        return result;
      }
      isCut = true;
      return CasResult.unknown(new IllegalStateException("the reply was lost"));
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      if (isCut) {
        throw new BackendUnavailableException("cut off");
      }
      return super.readReference(key, mode);
    }
  }

  /**
   * Commits, hears nothing of it, looks at what is there, and takes its own effect for another's.
   */
  private static Execution.Handler doubting(Server server, LosingReplies connection, int status) {
    return execution -> {
      connection.lose();
      assertThrows(
          UnknownOutcomeException.class,
          () -> execution.commit(server.store(), Site.MAIN, Site.raise("x")));
      connection.heal();
      assertEquals(1, Site.effects(server.store().current(Site.MAIN), "x"));
      return Outcome.of(status);
    };
  }

  // The reply to the commit was lost, and what became of it could not be found out. The handler
  // looks at the state, finds a conflict (with its own effect) and answers 409. Told so, the client
  // would delete the files that the table now refers to. But the head knows that the key was
  // applied.
  @Test
  default void aRefusalAfterAnOwnUnknownAttemptGivesWayToWhatTheHeadKnows() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    LosingReplies connection = new LosingReplies(site.backend());
    Server server = site.server(connection, Site.SETTINGS);
    RequestKey request = Site.request("k");
    IdempotentResult result =
        server.executor().execute(server.call(request), doubting(server, connection, 409));
    assertEquals(new Executed(Site.created(1)), result);
    assertEquals(
        new Replayed(Site.created(1), Optional.empty()),
        server.executor().execute(server.call(request), ExecutorContract.raising(server, "x")));
    assertEquals(1, site.effects("x"));
  }

  // The same where the commit did not take effect and its swap is still on its way: the refusal is
  // true only once it is recorded, and then the swap cannot land any more.
  @Test
  default void aRefusalAfterAnOwnUnknownAttemptIsRecordedBeforeItIsSent() {
    Site site = new Site(this);
    Server other = site.serverWithReference();
    List<Runnable> onTheWay = new ArrayList<>();
    LosingReplies connection =
        new LosingReplies(
            new ForwardingBackend(site.backend()) {
              private boolean isFirst = true;

              @Override
              public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
                return delayed(() -> super.swapReference(expected, next));
              }

              @Override
              public CasResult<ReferenceRow> writeAndSwap(
                  Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
                return writesAndSwapsAtOnce()
                    ? delayed(() -> super.writeAndSwap(rows, expected, next))
                    : super.writeAndSwap(rows, expected, next);
              }

              private CasResult<ReferenceRow> delayed(Supplier<CasResult<ReferenceRow>> write) {
                if (isFirst) {
                  isFirst = false;
                  onTheWay.add(
                      () -> {
                        CasResult<ReferenceRow> unused = write.get();
                      });
                  return CasResult.applied(); // a reply that is lost
                }
                return write.get();
              }
            });
    Server server = site.server(connection, Site.SETTINGS);
    RequestKey request = Site.request("k");
    IdempotentResult result =
        server
            .executor()
            .execute(
                server.call(request),
                execution -> {
                  connection.lose();
                  assertThrows(
                      UnknownOutcomeException.class,
                      () -> execution.commit(server.store(), Site.MAIN, Site.raise("x")));
                  connection.heal();
                  return Outcome.of(409);
                });
    assertEquals(new Executed(Outcome.of(409)), result);
    onTheWay.forEach(Runnable::run);
    assertEquals(0, site.effects("x"));
    assertEquals(
        new Replayed(Outcome.of(409), Optional.empty()),
        other.executor().execute(other.call(request), ExecutorContract.raising(other, "x")));
  }

  // Neither can the refusal be recorded: the client receives 503, never the 409.
  @Test
  default void aRefusalThatCannotBeRecordedAfterAnOwnUnknownAttemptIsNotSent() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    LosingReplies connection = new LosingReplies(site.backend());
    Server server = site.server(connection, Site.SETTINGS);
    RequestKey request = Site.request("k");
    Refused refused =
        assertInstanceOf(
            Refused.class,
            server
                .executor()
                .execute(
                    server.call(request),
                    execution -> {
                      Outcome outcome = doubting(server, connection, 409).handle(execution);
                      connection.cut();
                      return outcome;
                    }));
    assertEquals(ErrorSubtype.REQUEST_IN_PROGRESS, refused.subtype());
    assertEquals(503, refused.subtype().status());
    assertEquals(true, refused.retryAfter().isPresent());
    connection.heal();
    assertEquals(
        new Executed(Site.created(1)),
        server.executor().execute(server.call(request), ExecutorContract.raising(server, "x")));
    assertEquals(1, site.effects("x"));
  }

  // After 401 and 403 clients delete their files as after 409, but these are never final.
  @Test
  default void noRefusalOfAnyKindIsSentInDoubt() {
    for (int status : List.of(401, 403, 408, 425, 429)) {
      Site site = new Site(this);
      var unused = site.serverWithReference();
      LosingReplies connection = new LosingReplies(site.backend());
      Server server = site.server(connection, Site.SETTINGS);
      RequestKey request = Site.request("k");
      assertEquals(
          ErrorSubtype.REQUEST_IN_PROGRESS,
          assertInstanceOf(
                  Refused.class,
                  server
                      .executor()
                      .execute(server.call(request), doubting(server, connection, status)))
              .subtype());
      assertEquals(
          new Executed(Site.created(1)),
          server.executor().execute(server.call(request), ExecutorContract.raising(server, "x")));
      assertEquals(1, site.effects("x"));
    }
  }
}
