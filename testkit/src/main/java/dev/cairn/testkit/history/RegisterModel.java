package dev.cairn.testkit.history;

import dev.cairn.api.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row as a register with compare-and-swap: its states are the versions that callers wrote or saw,
 * whole rows and not only tokens, so that a mix of two versions is one that was never written.
 */
public final class RegisterModel implements Model {
  private static final int ABSENT = 0;

  private final List<RowCall> calls;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<Object> rows = new ArrayList<>();
  private final List<Optional<Token>> tokens = new ArrayList<>();
  private final int[] puts;
  private final int[] founds;

  /** The model for the strong reads and the writes of one row, which is not there at first. */
  public RegisterModel(List<RowCall> calls) {
    this.calls = calls;
    rows.add("no row");
    tokens.add(Optional.empty());
    puts = calls.stream().mapToInt(call -> number(call.put())).toArray();
    founds = calls.stream().mapToInt(call -> number(call.found())).toArray();
  }

  private int number(@Nullable Object row) {
    if (row == null) {
      return ABSENT;
    }
    return numbers.computeIfAbsent(
        row,
        unused -> {
          rows.add(row);
          tokens.add(RowCall.tokenOf(row));
          return rows.size() - 1;
        });
  }

  @Override
  public int initial() {
    return ABSENT;
  }

  @Override
  public int step(int state, int operation) {
    RowCall call = calls.get(operation);
    if (call.tells() && state != founds[operation]) {
      return IMPOSSIBLE;
    }
    boolean holds = holds(call, state);
    if (call.isPure()) {
      boolean isRead = call.kind() == RowCall.Kind.READ;
      return isRead || !holds ? state : IMPOSSIBLE;
    }
    return holds ? puts[operation] : IMPOSSIBLE;
  }

  /** Whether the condition of a write holds. */
  private boolean holds(RowCall call, int state) {
    return switch (call.kind()) {
      case INSERT -> state == ABSENT;
      case SWAP, REMOVE ->
          state != ABSENT && tokens.get(state).equals(Optional.ofNullable(call.expected()));
      case WRITE, DELETE, READ -> true;
      case WEAK_READ -> throw new IllegalArgumentException("weak reads are checked on their own");
    };
  }

  @Override
  public boolean isPure(int operation) {
    return calls.get(operation).isPure();
  }

  @Override
  public String describe(int state) {
    return state == ABSENT ? "no row" : RowText.version(rows.get(state));
  }
}
