package dev.cairn.testkit.workload;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Waiter;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.testkit.history.ListCall;
import dev.cairn.testkit.history.ListHistory;
import dev.cairn.testkit.history.Timed;
import dev.cairn.testkit.workload.Books.Told;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A caller that commits to books, looks at them, is refused, and loses its patience; and writes
 * down what it was told.
 */
public final class BookKeeper {
  /** How many commits a caller makes at most. */
  public static final long NUMBERS = 1_000;

  private static final Duration LONG = Duration.ofMinutes(10);

  private final String name;
  private final Store store;
  private final Books books;
  private final ListHistory history;
  private final NewestSeen newest;
  private final Waiter waiter;
  private final RandomGenerator random;
  private long nextNumber;

  /** A change that refuses what it finds, and reports it to the caller. */
  public static final class Refused extends RuntimeException {
    private final transient List<Long> found;

    Refused(List<Long> found) {
      super("refused after " + found);
      this.found = found;
    }
  }

  /** The newest version that a store returned to any caller. */
  public static final class NewestSeen {
    private long version;

    private synchronized long get() {
      return version;
    }

    private synchronized void add(long seen) {
      version = Math.max(version, seen);
    }
  }

  /**
   * @param number tells it from all other callers
   * @param newest shared by those who use the same store and books
   */
  public BookKeeper(
      String name,
      long number,
      Store store,
      Books books,
      NewestSeen newest,
      Waiter waiter,
      RandomGenerator random) {
    this.name = name;
    this.store = store;
    this.books = books;
    this.history = books.history();
    this.newest = newest;
    this.waiter = waiter;
    this.random = random;
    this.nextNumber = number * NUMBERS;
  }

  /** Does so many things, one after the other. */
  public void run(int times) {
    for (int i = 0; i < times; i++) {
      int choice = random.nextInt(24);
      if (choice < 8) {
        append(change -> store.commit(books.reference(), change));
      } else if (choice < 10) {
        append(change -> store.commit(books.reference(), change, shortTime()));
      } else if (choice < 13) {
        append(change -> submit(change, random.nextInt(3) == 0));
      } else if (choice < 15) {
        look(() -> store.commit(books.reference(), BookPage::checkedList).value());
      } else if (choice < 18) {
        look(() -> store.commit(books.reference(), refusing()).value());
      } else if (choice < 21) {
        look(() -> snapshot(() -> store.current(books.reference())));
      } else {
        lookAtRecent();
      }
    }
  }

  private static Change<List<Long>> refusing() {
    return workspace -> {
      throw new Refused(BookPage.checkedList(workspace));
    };
  }

  private Duration shortTime() {
    return Duration.ofMillis(random.nextInt(40));
  }

  private Committed<List<Long>> submit(Change<List<Long>> change, boolean leaves) {
    PendingCommit<List<Long>> pending = store.submit(books.reference(), change);
    CompletableFuture<Committed<List<Long>>> outcome = pending.result().toCompletableFuture();
    waiter.awaitDone(outcome, leaves ? shortTime() : LONG);
    if (!outcome.isDone()) {
      // The thread that completes it may still be running.
      Optional<CommitId> unused = pending.leave();
      waiter.awaitDone(outcome, LONG);
    }
    return outcome(outcome);
  }

  /** What a commit that has ended gave, or threw. */
  public static <T> T outcome(CompletableFuture<T> ended) {
    try {
      return ended.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      } else if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }

  private interface Append {
    Committed<List<Long>> make(Change<List<Long>> change);
  }

  private void append(Append call) {
    long number = nextNumber++;
    long invoked = history.tick();
    try {
      Committed<List<Long>> done = call.make(workspace -> BookPage.write(workspace, number));
      CommitId id = done.id().orElseThrow();
      newest.add(id.head().version());
      books.told(number, Told.APPLIED, Optional.of(id), "");
      OptionalInt position = OptionalInt.of(done.value().size());
      books.saw(done.value());
      history.add(ListCall.append(name, number, position, invoked, history.tick()));
    } catch (CommitUnknownException e) {
      unknown(number, invoked, Optional.of(e.commitId()), e);
    } catch (CancellationException
        | BackendUnavailableException
        | CommitConflictException
        | StoreBusyException
        | ReferenceNotFoundException e) {
      books.told(number, Told.NOT_APPLIED, Optional.empty(), e.toString());
    } catch (Error e) {
      unknown(number, invoked, Optional.empty(), e); // the process died
      throw e;
    }
  }

  private void unknown(long number, long invoked, Optional<CommitId> id, Throwable why) {
    books.told(number, Told.UNKNOWN, id, why.toString());
    history.add(ListCall.append(name, number, invoked, Timed.NEVER));
  }

  private void look(Supplier<List<Long>> call) {
    long invoked = history.tick();
    try {
      read(call.get(), invoked);
    } catch (Refused e) {
      read(e.found, invoked);
    } catch (CancellationException
        | CommitUnknownException
        | BackendUnavailableException
        | CommitConflictException
        | StoreBusyException
        | ReferenceNotFoundException e) {
      return; // it was told nothing
    }
  }

  private void read(List<Long> seen, long invoked) {
    books.saw(seen);
    history.add(ListCall.read(name, seen, invoked, history.tick()));
  }

  private void lookAtRecent() {
    try {
      List<Long> unused = snapshot(() -> store.recent(books.reference()));
    } catch (BackendUnavailableException | ReferenceNotFoundException e) {
      return; // it was told nothing
    }
  }

  private List<Long> snapshot(Supplier<Snapshot> call) {
    long before = newest.get();
    Snapshot state = call.get();
    // The empty state, the first of each life, has no version.
    if (state.version() > 0 && state.version() < before) {
      throw new AssertionError(
          "%s was given version %d after %d".formatted(name, state.version(), before));
    }
    newest.add(state.version());
    return BookPage.checkedList(state);
  }
}
