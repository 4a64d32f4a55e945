package dev.cairn.testkit.workload;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.Waiter;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.testkit.history.RecordCall;
import dev.cairn.testkit.history.RecordCall.Kind;
import dev.cairn.testkit.history.RecordCall.Reply;
import dev.cairn.testkit.history.Timed;
import dev.cairn.testkit.workload.RecordBooks.Book;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A thread of a server that reserves keys, holds them, ends them in one way or another or leaves
 * them, and writes down what it was told. Now and then a second thread of the same owner gets in
 * its way.
 */
public final class RecordClient {
  private static final int LONGEST_MILLIS = 250;
  private static final int OK = 200;

  private final String name;
  private final String process;
  private final Doubts doubts;
  private final IdempotencyStore records;
  private final RecordBooks books;
  private final RandomGenerator random;
  private final Waiter waiter;
  private final Executor others;

  /**
   * @param process the server, as its records name it
   * @param doubts the connection of {@code records}, which no other client uses
   * @param others runs what a second thread of the owner does
   */
  public RecordClient(
      String name,
      String process,
      Doubts doubts,
      IdempotencyStore records,
      RecordBooks books,
      RandomGenerator random,
      Waiter waiter,
      Executor others) {
    this.name = name;
    this.process = process;
    this.doubts = doubts;
    this.records = records;
    this.books = books;
    this.random = random;
    this.waiter = waiter;
    this.others = others;
  }

  /** An answer, in its recorded form. */
  private record Told(Reply reply, Optional<RecordCall.Seen> seen) {
    static Told of(Reply reply) {
      return new Told(reply, Optional.empty());
    }
  }

  public void run(int times) {
    for (int i = 0; i < times; i++) {
      Book book = books.any(random);
      if (random.nextInt(4) == 0) {
        load(book);
      } else {
        reserve(book);
      }
      pause();
    }
  }

  private void pause() {
    waiter.await(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
  }

  /** Calls, and writes down what came of it; what certainly did nothing is left out. */
  private <T> Optional<T> call(
      Book book, Kind kind, int grant, String text, Supplier<T> call, Function<T, Told> told) {
    RecordCall asked =
        new RecordCall(
            name,
            kind,
            Reply.UNKNOWN,
            grant,
            process,
            text,
            Optional.empty(),
            book.history().tick(),
            Timed.NEVER);
    long before = doubts.count();
    T reply;
    try {
      reply = call.get();
    } catch (BackendUnavailableException e) {
      noteDoubt(book, asked, before);
      return Optional.empty();
    } catch (UnknownOutcomeException e) {
      book.history().add(asked);
      return Optional.empty();
    } catch (Error e) {
      book.history().add(asked); // the process ends here
      throw e;
    }
    Told answer = told.apply(reply);
    noteDoubt(book, asked, before);
    book.history().add(asked.answered(answer.reply(), answer.seen(), book.history().tick()));
    return Optional.of(reply);
  }

  // An attempt was granted, perhaps, and lost again before the call ended with another.
  private void noteDoubt(Book book, RecordCall asked, long before) {
    if (asked.kind() == Kind.RESERVE && doubts.count() > before) {
      book.history().add(asked.by(books.newGrant()));
    }
  }

  private void load(Book book) {
    var unused = call(book, Kind.LOAD, -1, "", () -> records.load(book.key()), this::told);
  }

  private Told told(Optional<IdempotencyStore.RecordInfo> found) {
    return new Told(
        Reply.LOADED,
        found.map(
            info ->
                new RecordCall.Seen(
                    Optional.empty(),
                    Optional.of(
                        new RecordCall.Rest(
                            info.isFinal(),
                            info.fingerprint().hex().orElse(""),
                            info.takeovers(),
                            info.owner())))));
  }

  private void reserve(Book book) {
    String payload = random.nextInt(8) == 0 ? "another payload" : "payload";
    Fingerprint fingerprint = Fingerprint.ofBytes(Bytes.ofUtf8(payload));
    int grant = books.newGrant();
    Optional<Reservation> reservation =
        call(
            book,
            Kind.RESERVE,
            grant,
            fingerprint.hex().orElseThrow(),
            () -> records.reserve(book.key(), fingerprint),
            RecordClient::told);
    if (reservation.orElse(null) instanceof Reservation.Reserved reserved) {
      new Owner(book, grant, reserved.owner()).work();
    } else if (reservation.orElse(null) instanceof Reservation.TakenOver taken) {
      new Owner(book, grant, taken.owner()).work();
    }
  }

  private static Told told(Reservation reservation) {
    if (reservation instanceof Reservation.Reserved) {
      return Told.of(Reply.RESERVED);
    } else if (reservation instanceof Reservation.TakenOver) {
      return Told.of(Reply.TAKEN_OVER);
    } else if (reservation instanceof Reservation.InProgress) {
      return Told.of(Reply.IN_PROGRESS);
    } else if (reservation instanceof Reservation.KeyConflict) {
      return Told.of(Reply.KEY_CONFLICT);
    } else if (reservation instanceof Reservation.Replay replay) {
      String outcome = replay.outcome().body().bytes().toUtf8();
      return new Told(
          Reply.REPLAY, Optional.of(new RecordCall.Seen(Optional.of(outcome), Optional.empty())));
    }
    throw new AssertionError("small outcomes are replayed: " + reservation);
  }

  /** What is done with a key that was granted. */
  private final class Owner {
    private final Book book;
    private final int grant;
    private final Ownership ownership;

    Owner(Book book, int grant, Ownership ownership) {
      this.book = book;
      this.grant = grant;
      this.ownership = ownership;
    }

    void work() {
      if (random.nextInt(3) == 0) {
        boolean isEnd = random.nextBoolean();
        others.execute(isEnd ? () -> finish(" of another thread") : this::heartbeat);
      }
      for (int beats = random.nextInt(3); beats > 0; beats--) {
        pause();
        heartbeat();
      }
      pause();
      switch (random.nextInt(8)) {
        case 0, 1 -> finish("");
        case 2, 3, 4 -> release();
        case 5, 6 -> change(Kind.ABANDON, "", ownership::abandon);
        default -> {} // a thread that never comes back
      }
    }

    private void heartbeat() {
      change(Kind.HEARTBEAT, "", ownership::heartbeat);
    }

    private void finish(String by) {
      String text = "outcome of " + grant + by;
      Outcome outcome = Outcome.of(OK, "text/plain", Bytes.ofUtf8(text));
      change(Kind.FINISH, text, () -> ownership.finish(outcome));
    }

    private void release() {
      change(ownership.isTakeover() ? Kind.ABANDON : Kind.RELEASE, "", ownership::release);
    }

    private void change(Kind kind, String text, Supplier<Ownership.Kept> change) {
      var unused = call(book, kind, grant, text, change, this::told);
    }

    private Told told(Ownership.Kept kept) {
      if (kept instanceof Ownership.Kept.Done) {
        return Told.of(Reply.DONE);
      }
      return Told.of(kept instanceof Ownership.Kept.Lost ? Reply.LOST : Reply.UNKNOWN);
    }
  }
}
