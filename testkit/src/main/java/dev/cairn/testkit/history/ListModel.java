package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A list that grows at its end. Its states are the nodes of a tree: each has a value, and its way
 * from the root is the list, so that equal lists are the same node.
 */
public final class ListModel implements Model {
  private static final int EMPTY = 0;

  private final List<ListCall> calls;
  private final List<Node> nodes = new ArrayList<>(List.of(new Node(EMPTY, 0, 0)));
  private final Map<Node, Integer> numbers = new HashMap<>();

  private record Node(int parent, long value, int length) {}

  /** The model for a list that is empty at first. */
  public ListModel(List<ListCall> calls) {
    this.calls = calls;
  }

  @Override
  public int initial() {
    return EMPTY;
  }

  @Override
  public int step(int state, int operation) {
    ListCall call = calls.get(operation);
    return switch (call.kind()) {
      case APPEND -> append(state, call);
      case READ -> isAsSeen(state, call) ? state : IMPOSSIBLE;
      case CLEAR -> EMPTY;
    };
  }

  private int append(int state, ListCall call) {
    int length = nodes.get(state).length() + 1;
    if (call.position().isPresent() && call.position().getAsInt() != length) {
      return IMPOSSIBLE;
    }
    Node child = new Node(state, call.value(), length);
    return numbers.computeIfAbsent(
        child,
        unused -> {
          nodes.add(child);
          return nodes.size() - 1;
        });
  }

  private boolean isAsSeen(int state, ListCall call) {
    Node node = nodes.get(state);
    if (call.length().isPresent() && call.length().getAsInt() != node.length()) {
      return false;
    }
    int left = call.seen().size();
    for (; left > 0 && node.length() > 0; node = nodes.get(node.parent())) {
      Long seen = call.seen().get(node.length());
      if (seen != null) {
        if (seen != node.value()) {
          return false;
        }
        left--;
      }
    }
    return left == 0;
  }

  @Override
  public boolean isPure(int operation) {
    return calls.get(operation).kind() == ListCall.Kind.READ;
  }

  @Override
  public String describe(int state) {
    List<Long> values = new ArrayList<>();
    for (Node node = nodes.get(state); node.length() > 0; node = nodes.get(node.parent())) {
      values.add(0, node.value());
    }
    return values.toString();
  }
}
