package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Something in a history that a sound backend would not have done, or that could not be decided.
 *
 * @param title what it is about
 * @param calls the part of the history it was found in
 * @param verdict a violation, or undecided
 * @param states the state after each operation of the longest explainable prefix, for people
 */
public record HistoryFinding(
    String title, List<? extends Timed> calls, HistoryVerdict verdict, List<String> states) {
  static HistoryFinding of(
      String title, List<? extends Timed> calls, Model model, HistoryVerdict verdict) {
    List<String> states = new ArrayList<>();
    int state = model.initial();
    for (int operation : placed(verdict)) {
      state = model.step(state, operation);
      states.add(model.describe(state));
    }
    return new HistoryFinding(title, calls, verdict, states);
  }

  static List<Integer> placed(HistoryVerdict verdict) {
    if (verdict instanceof HistoryVerdict.Violation violation) {
      return violation.prefix();
    }
    return verdict instanceof HistoryVerdict.Linearizable sound ? sound.order() : List.of();
  }

  /** The operations of the longest explainable prefix, in its order. */
  public List<Integer> placed() {
    return placed(verdict);
  }

  /** One sentence for people. */
  public String describe() {
    if (verdict instanceof HistoryVerdict.Violation violation) {
      Timed stuck = calls.get(violation.stuck());
      return "%s: of %d operations at most %d can be put in order, then there is no place for \"%s\" of %s"
          .formatted(
              title, calls.size(), violation.prefix().size(), stuck.describe(), stuck.client());
    }
    return "%s: %d operations, not decided: %s".formatted(title, calls.size(), verdict);
  }
}
