package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients did to a list and what they were told: commits and reads of a log, as those see them
 * who call the engine. An append that certainly did not happen is left out.
 */
public final class ListHistory {
  private final AtomicLong time = new AtomicLong();
  private final List<ListCall> calls = new ArrayList<>();

  /**
   * What a check showed of a history that can be explained.
   *
   * @param calls how many operations there were
   * @param unknownApplied how many with an unknown outcome took effect in the explanation found
   * @param unknownNotApplied how many did not
   */
  public record Outcome(int calls, int unknownApplied, int unknownNotApplied) {}

  /** The time of an event that happens now. */
  public long tick() {
    return time.getAndIncrement();
  }

  /** Adds an operation that has ended. */
  public synchronized void add(ListCall call) {
    calls.add(call);
  }

  /** All operations until now. */
  public synchronized List<ListCall> calls() {
    return List.copyOf(calls);
  }

  /**
   * Checks that there is an explanation.
   *
   * @param name what was tested, with its seed: a part of the page's name
   * @throws AssertionError if there is none, with the page that shows it
   */
  public Outcome check(String name) {
    List<ListCall> all = calls();
    ListModel model = new ListModel(all);
    Verdict verdict = Linearizability.check(all, model);
    if (verdict instanceof Verdict.Linearizable sound) {
      int unknown = (int) all.stream().filter(call -> !call.isCertain()).count();
      int applied = (int) sound.order().stream().filter(i -> !all.get(i).isCertain()).count();
      return new Outcome(all.size(), applied, unknown - applied);
    }
    new HistoryReport(1, all.size(), 0, 0, List.of(Finding.of("the list", all, model, verdict)))
        .assertSound(name);
    throw new AssertionError(name);
  }
}
