package dev.cairn.backend.cassandra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Sends many requests in parallel, never more in flight than the settings allow. */
final class Bulk {
  private final CassandraSession database;

  Bulk(CassandraSession database) {
    this.database = database;
  }

  /**
   * Sends one request for each of {@code items} and waits for all.
   *
   * @return their results, in order
   * @throws dev.cairn.api.CairnException for the first that failed; others may be done, in flight,
   *     or not sent
   */
  <T, A> List<A> run(Collection<T> items, Function<T, CompletionStage<A>> request) {
    database.checkOpen();
    AtomicBoolean failed = new AtomicBoolean();
    List<CompletionStage<A>> sent = new ArrayList<>(items.size());
    Iterator<T> rest = items.iterator();
    while (rest.hasNext() && !failed.get()) {
      sent.add(send(rest.next(), request, failed));
    }
    List<A> answers = new ArrayList<>(sent.size());
    for (CompletionStage<A> answer : sent) {
      answers.add(database.await(answer));
    }
    return answers;
  }

  private <T, A> CompletionStage<A> send(
      T item, Function<T, CompletionStage<A>> request, AtomicBoolean failed) {
    Semaphore permits = database.inFlight();
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw database.failures().interrupted(e);
    }
    CompletionStage<A> answer;
    try {
      answer = request.apply(item);
    } catch (RuntimeException | Error e) {
      permits.release();
      throw e;
    }
    return answer.whenComplete(
        (result, failure) -> {
          permits.release();
          if (failure != null) {
            failed.set(true);
          }
        });
  }
}
