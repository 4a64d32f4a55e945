package dev.cairn.testkit.history;

import dev.cairn.testkit.history.RecordCall.Kind;
import dev.cairn.testkit.history.RecordCall.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The record of an idempotency key as the table of the design has it. Time is not a part of it: a
 * lease may lapse at any moment, if leases may at all, and no key comes to its end.
 */
public final class RecordModel implements Model {
  private static final int NOTHING = 0;

  private final List<RecordCall> calls;
  private final boolean lapses;
  private final List<State> states = new ArrayList<>(List.of(new State(-1, "", "", 0, true, "")));
  private final Map<State, Integer> numbers = new HashMap<>();

  /**
   * A record that is there.
   *
   * @param grant the ownership it is under, or was last
   * @param isGivenBack whether the lease has ended by its owner's word
   * @param outcome how it ended; nothing while it is in progress
   */
  private record State(
      int grant,
      String process,
      String payload,
      int takeovers,
      boolean isGivenBack,
      String outcome) {
    boolean isFinal() {
      return !outcome.isEmpty();
    }

    /** Whether {@code call} is of the owner whose lease this is. */
    boolean isHeldFor(RecordCall call) {
      return grant == call.grant() && !isGivenBack;
    }

    State givenBack(String end) {
      return new State(grant, process, payload, takeovers, true, end);
    }

    State takenOver(RecordCall by) {
      return new State(by.grant(), by.process(), payload, takeovers + 1, false, "");
    }

    RecordCall.Rest rest() {
      return new RecordCall.Rest(isFinal(), payload, takeovers, process);
    }
  }

  /** The model for a key that was never used. */
  public RecordModel(List<RecordCall> calls, boolean lapses) {
    this.calls = calls;
    this.lapses = lapses;
  }

  private int number(State state) {
    return numbers.computeIfAbsent(
        state,
        unused -> {
          states.add(state);
          return states.size() - 1;
        });
  }

  @Override
  public int initial() {
    return NOTHING;
  }

  @Override
  public int step(int state, int operation) {
    RecordCall call = calls.get(operation);
    return switch (call.kind()) {
      case RESERVE -> reserve(state, call);
      case HEARTBEAT -> holds(isHeld(state, call) == (call.reply() == Reply.DONE), state);
      case FINISH -> finish(state, call);
      case RELEASE -> give(state, call, NOTHING);
      case ABANDON -> give(state, call, number(states.get(state).givenBack("")));
      case LOAD -> holds(call.seen().equals(seen(state)), state);
    };
  }

  private static int holds(boolean condition, int next) {
    return condition ? next : IMPOSSIBLE;
  }

  private boolean isHeld(int state, RecordCall call) {
    return state != NOTHING && states.get(state).isHeldFor(call);
  }

  private Optional<RecordCall.Seen> seen(int state) {
    return state == NOTHING
        ? Optional.empty()
        : Optional.of(new RecordCall.Seen(Optional.empty(), Optional.of(states.get(state).rest())));
  }

  private int reserve(int state, RecordCall call) {
    return switch (call.reply()) {
      case RESERVED -> holds(state == NOTHING, accepted(call));
      case TAKEN_OVER -> takenOver(state, call);
      case UNKNOWN -> state == NOTHING ? accepted(call) : takenOver(state, call);
      default -> holds(state != NOTHING && isAnswer(states.get(state), call), state);
    };
  }

  private int accepted(RecordCall call) {
    return number(new State(call.grant(), call.process(), call.text(), 0, false, ""));
  }

  private int takenOver(int state, RecordCall call) {
    State there = states.get(state);
    boolean isFree =
        state != NOTHING
            && !there.isFinal()
            && there.payload().equals(call.text())
            && (there.isGivenBack() || lapses);
    return isFree ? number(there.takenOver(call)) : IMPOSSIBLE;
  }

  /** Whether a record answers a reservation that changes nothing in this way. */
  private static boolean isAnswer(State there, RecordCall call) {
    boolean isSame = there.payload().equals(call.text());
    return switch (call.reply()) {
      case KEY_CONFLICT -> !isSame;
      case IN_PROGRESS -> isSame && !there.isFinal() && !there.isGivenBack();
      case REPLAY ->
          isSame
              && there.isFinal()
              && call.seen().flatMap(RecordCall.Seen::outcome).equals(Optional.of(there.outcome()));
      default -> false;
    };
  }

  private int finish(int state, RecordCall call) {
    if (call.reply() == Reply.LOST) {
      return holds(!isHeld(state, call) && !isEndedBy(state, call), state);
    }
    if (isHeld(state, call)) {
      return number(states.get(state).givenBack(call.text()));
    }
    // Another thread of the owner ended it before, and its outcome stays.
    return holds(call.reply() == Reply.DONE && isEndedBy(state, call), state);
  }

  private boolean isEndedBy(int state, RecordCall call) {
    return state != NOTHING
        && states.get(state).isFinal()
        && states.get(state).grant() == call.grant();
  }

  // A server that learns that its lease is lost may have given it back before without a reply.
  private int give(int state, RecordCall call, int next) {
    if (isHeld(state, call)) {
      return next;
    }
    // Another thread of the owner finished it, so that nothing is left to give back.
    boolean isNothingToDo = call.kind() == Kind.ABANDON && isEndedBy(state, call);
    return holds(call.reply() == (isNothingToDo ? Reply.DONE : Reply.LOST), state);
  }

  @Override
  public boolean isPure(int operation) {
    RecordCall call = calls.get(operation);
    return switch (call.kind()) {
      case RESERVE ->
          call.reply() != Reply.RESERVED
              && call.reply() != Reply.TAKEN_OVER
              && call.reply() != Reply.UNKNOWN;
      case HEARTBEAT, LOAD -> true;
      case FINISH -> call.reply() == Reply.LOST;
      case RELEASE, ABANDON -> false;
    };
  }

  @Override
  public String describe(int state) {
    return state == NOTHING ? "no record" : states.get(state).toString();
  }
}
