package dev.cairn.testkit.history;

import java.util.List;

/** Tries every order of every choice of unknown operations: slow, and too simple to be wrong. */
final class BruteForce {
  private final List<? extends Timed> calls;
  private final Model model;

  BruteForce(List<? extends Timed> calls, Model model) {
    this.calls = calls;
    this.model = model;
  }

  boolean isLinearizable() {
    return search(model.initial(), new boolean[calls.size()]);
  }

  private boolean search(int state, boolean[] placed) {
    boolean complete = true;
    for (int i = 0; i < calls.size(); i++) {
      complete &= placed[i] || !calls.get(i).isCertain();
    }
    if (complete) {
      return true;
    }
    for (int i = 0; i < calls.size(); i++) {
      int next = placed[i] || !mayComeNext(i, placed) ? Model.IMPOSSIBLE : model.step(state, i);
      if (next != Model.IMPOSSIBLE) {
        placed[i] = true;
        if (search(next, placed)) {
          return true;
        }
        placed[i] = false;
      }
    }
    return false;
  }

  // An operation that ended before this one began has to come first.
  private boolean mayComeNext(int operation, boolean[] placed) {
    for (int other = 0; other < calls.size(); other++) {
      if (!placed[other] && calls.get(other).returned() < calls.get(operation).invoked()) {
        return false;
      }
    }
    return true;
  }
}
