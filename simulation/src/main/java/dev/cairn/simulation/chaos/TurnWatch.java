package dev.cairn.simulation.chaos;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.turn.TurnList;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sees every change of the rows of references, and notes what no sound process does: commits while
 * it is another process's turn, changes of the head that keep the version, heads of tombstones.
 */
final class TurnWatch extends ForwardingBackend {
  // Patience is a second; a little less, because sleeps and clocks are rounded.
  private static final Duration PATIENCE = Duration.ofMillis(900);

  /** A version of a reference, with the nodes that may commit on it without patience. */
  private static final class Seen {
    private final long version;
    private final Duration since;
    private final Set<Integer> first = new HashSet<>();
    private boolean wasFree;

    Seen(long version, Duration since) {
      this.version = version;
      this.since = since;
    }

    void note(TurnList list) {
      wasFree |= list.isEmpty();
      first.add(list.first());
    }
  }

  private final Simulation sim;
  private final boolean areClocksExact;
  private final Map<ReferenceKey, Seen> seen = new HashMap<>();
  private final Map<ReferenceKey, ReferenceRow> rows = new HashMap<>();
  private final Set<Integer> rude = new HashSet<>();
  private final List<String> violations = new ArrayList<>();
  private int listed;

  TurnWatch(Backend store, Simulation sim, boolean areClocksExact) {
    super(store);
    this.sim = sim;
    this.areClocksExact = areClocksExact;
  }

  /** The process with this node does not obey, and need not. */
  void rude(int node) {
    rude.add(node);
  }

  boolean isAnyRude() {
    return !rude.isEmpty();
  }

  void violated(String what) {
    violations.add(what);
  }

  /** How many swaps wrote a list that is not empty. */
  int listed() {
    return listed;
  }

  void check() {
    if (!violations.isEmpty()) {
      throw new AssertionError(violations.get(0));
    }
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    CasResult<ReferenceRow> result = super.insertReference(row);
    note(result, row);
    return result;
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    CasResult<ReferenceRow> result = super.swapReference(expected, next);
    note(result, next);
    return result;
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> written, Token expected, ReferenceRow next) {
    CasResult<ReferenceRow> result = super.writeAndSwap(written, expected, next);
    note(result, next);
    return result;
  }

  private void note(CasResult<ReferenceRow> result, ReferenceRow next) {
    if (result instanceof CasResult.Applied) {
      ReferenceRow before = rows.put(next.key(), next);
      TurnList list = TurnList.ofBytes(next.turns());
      listed += list.isEmpty() ? 0 : 1;
      if (before != null) {
        checkStep(before, next);
        checkTurn(before, next);
      }
      Seen version = seen.get(next.key());
      if (version == null || version.version != next.version()) {
        version = new Seen(next.version(), sim.elapsed());
        seen.put(next.key(), version);
      }
      version.note(list);
    }
  }

  private void checkStep(ReferenceRow before, ReferenceRow next) {
    boolean isMoved = !before.headId().equals(next.headId());
    if (isMoved && next.version() != before.version() + 1) {
      violated(
          "a commit prepared on version %d was applied on version %d"
              .formatted(next.version() - 1, before.version()));
    }
    if (isMoved && before.isTombstone() && next.headId().isPresent()) {
      violated("a tombstone got a head: " + next);
    }
  }

  private void checkTurn(ReferenceRow before, ReferenceRow next) {
    if (!areClocksExact || next.headId().isEmpty() || before.headId().equals(next.headId())) {
      return;
    }
    int node = SnowflakeId.node(next.headId().getAsLong());
    Seen version = seen.get(next.key());
    if (version == null || rude.contains(node) || version.wasFree || version.first.contains(node)) {
      return;
    }
    Duration waited = sim.elapsed().minus(version.since);
    if (waited.compareTo(PATIENCE) < 0) {
      violated(
          "process %d acted out of turn after %s: the list was %s"
              .formatted(node, waited, TurnList.ofBytes(before.turns())));
    }
  }
}
