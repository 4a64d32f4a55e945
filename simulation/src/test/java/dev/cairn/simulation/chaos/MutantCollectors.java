package dev.cairn.simulation.chaos;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.Head;
import dev.cairn.testkit.workload.Processes;
import java.util.List;
import java.util.Optional;

/** Connections of collectors that break one rule each. */
final class MutantCollectors {
  private MutantCollectors() {}

  /** Believes that every reference is fenced. */
  static Backend withoutFence(Backend sound) {
    return new ForwardingBackend(sound) {
      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        return CasResult.applied();
      }
    };
  }

  /** Sees no tombstones. */
  static Backend withoutTombstones(Backend sound) {
    return new ForwardingBackend(sound) {
      @Override
      public Optional<ScanPosition> scanReferences(
          Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
        return super.scanReferences(scope, after, row -> row.isTombstone() || visitor.visit(row));
      }
    };
  }

  /** Takes updateable rows for immutable ones. */
  static Backend sweepingLeases(Backend sound) {
    return new ForwardingBackend(sound) {
      @Override
      public Optional<ScanPosition> scanObjects(
          Optional<Scope> scope,
          Optional<String> type,
          ScanBound bound,
          Optional<ScanPosition> after,
          RowVisitor<ObjectRow> visitor) {
        return super.scanObjects(
            scope,
            type,
            bound,
            after,
            row -> visitor.visit(row.key().id().isName() ? row : withoutToken(row)));
      }
    };
  }

  private static ObjectRow withoutToken(ObjectRow row) {
    return ObjectRow.immutable(row.key(), row.value(), row.createdAtMicros());
  }

  /**
   * Sees each head with the time of the one before it: then a head counts as superseded when it was
   * made.
   */
  static Backend retainingFromCreation(Backend sound) {
    return new ForwardingBackend(sound) {
      @Override
      public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
        return super.fetch(keys, mode).stream()
            .map(row -> row.map(found -> earlier(sound, found)))
            .toList();
      }
    };
  }

  private static ObjectRow earlier(Backend sound, ObjectRow row) {
    if (!row.key().type().equals(Head.TYPE.name())) {
      return row;
    }
    Head head = head(row);
    List<HeadVersion> line = EarlierHeads.ofBytes(head.earlier()).heads();
    if (line.isEmpty()) {
      return row;
    }
    ObjectKey parent = new ObjectRef(Head.TYPE.name(), line.get(0).headId()).in(row.key().scope());
    Optional<ObjectRow> before = sound.fetch(List.of(parent), ReadMode.STRONG).get(0);
    Head older =
        new Head(
            head.version(),
            head.life(),
            before.map(found -> head(found).time()).orElse(0L),
            head.earlier(),
            head.indexes(),
            head.log(),
            head.applied(),
            head.unknown());
    return ObjectRow.immutable(
        row.key(), Processes.CODEC.encode(Head.TYPE, older), row.createdAtMicros());
  }

  private static Head head(ObjectRow row) {
    return Processes.CODEC.decode(Head.TYPE, row.key(), Envelope.ofBytes(row.key(), row.value()));
  }
}
