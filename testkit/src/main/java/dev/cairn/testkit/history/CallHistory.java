package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients did to one thing and what they were told, as those see it who work above rows. What
 * certainly did not happen is left out.
 *
 * @param <C> the operations
 */
public abstract sealed class CallHistory<C extends Timed> permits ListHistory, RecordHistory {
  private final AtomicLong time = new AtomicLong();
  private final List<C> calls = new ArrayList<>();

  CallHistory() {}

  /**
   * What a check showed of a history that can be explained.
   *
   * @param calls how many operations there were
   * @param unknownApplied how many with an unknown outcome took effect in the explanation found
   * @param unknownNotApplied how many did not
   */
  public record Outcome(int calls, int unknownApplied, int unknownNotApplied) {}

  /** What it is about, for people. */
  abstract String title();

  /** What explains operations. */
  abstract Model model(List<C> operations);

  /** The time of an event that happens now. */
  public final long tick() {
    return time.getAndIncrement();
  }

  /** Adds an operation that has ended. */
  public final synchronized void add(C call) {
    calls.add(call);
  }

  /** All operations until now. */
  public final synchronized List<C> calls() {
    return List.copyOf(calls);
  }

  /**
   * Checks that there is an explanation.
   *
   * @param name what was tested, with its seed: a part of the page's name
   * @throws AssertionError if there is none, with the page that shows it
   */
  public final Outcome check(String name) {
    List<C> all = calls();
    Model model = model(all);
    HistoryVerdict verdict = Linearizability.check(all, model);
    if (verdict instanceof HistoryVerdict.Linearizable sound) {
      int unknown = (int) all.stream().filter(call -> !call.isCertain()).count();
      int applied = (int) sound.order().stream().filter(i -> !all.get(i).isCertain()).count();
      return new Outcome(all.size(), applied, unknown - applied);
    }
    new HistoryReport(1, all.size(), 0, 0, List.of(HistoryFinding.of(title(), all, model, verdict)))
        .assertSound(name);
    throw new AssertionError(name);
  }
}
