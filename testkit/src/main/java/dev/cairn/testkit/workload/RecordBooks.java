package dev.cairn.testkit.workload;

import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.testkit.history.CallHistory;
import dev.cairn.testkit.history.RecordHistory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Some keys and what clients were told of their records. */
public final class RecordBooks {
  private static final int KEYS = 3;

  private final List<Book> books;
  private final AtomicInteger grants = new AtomicInteger();

  /** One key and its history. */
  public record Book(RequestKey key, RecordHistory history) {}

  /**
   * @param lapses whether leases may lapse
   */
  public RecordBooks(boolean lapses) {
    books =
        IntStream.rangeClosed(1, KEYS)
            .mapToObj(i -> new Book(key("key-" + i), new RecordHistory(lapses)))
            .toList();
  }

  private static RequestKey key(String text) {
    return RequestKey.of(Principal.NONE, "create", "/things", KeyRule.PATTERN.parse(text));
  }

  public Book any(RandomGenerator random) {
    return books.get(random.nextInt(KEYS));
  }

  /** A number that no other reservation has. */
  public int newGrant() {
    return grants.incrementAndGet();
  }

  /** Checks that there is an explanation of what was told of each key. */
  public void check(String name, ChaosTally tally) {
    for (Book book : books) {
      CallHistory.Outcome outcome = book.history().check(name + ", " + book.key().key().text());
      tally.addOperations(outcome.calls(), outcome.unknownApplied(), outcome.unknownNotApplied());
    }
  }
}
