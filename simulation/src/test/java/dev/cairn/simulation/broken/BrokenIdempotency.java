package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.store.CommitKey;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.LogRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Connections and records that make requests with keys behave as if a rule were forgotten. */
public final class BrokenIdempotency {
  private static final Codec CODEC = new Codec(1);
  private static final String RECORDS = "cairn.idempotency";

  private BrokenIdempotency() {}

  /** A record is finalized regardless of its current owner. */
  public static Backend finalizesWithoutToken(Backend sound) {
    return new ForwardingBackend(sound) {
      @Override
      public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
        // The property is left out as long as it is false.
        boolean isEnd =
            next.key().type().equals(RECORDS) && next.value().toUtf8().contains("finished");
        Optional<Token> there =
            isEnd
                ? super.fetch(List.of(next.key()), ReadMode.STRONG).get(0).flatMap(ObjectRow::token)
                : Optional.empty();
        return there.equals(next.token())
            ? CasResult.applied() // by an earlier try
            : super.swap(there.orElse(expected), next);
      }
    };
  }

  /** Heads are stored without the keys that were applied. */
  public static Backend dropsKeysEarly(Backend sound) {
    return changingHeads(sound, BrokenIdempotency::withoutKeys);
  }

  /** Heads are stored without what they know of how old their keys are. */
  public static Backend ignoresWatermark(Backend sound) {
    return changingHeads(sound, head -> withWindow(head, forgetting(head.applied())));
  }

  private static Head withWindow(Head head, AppliedWindow window) {
    return new Head(
        head.version(),
        head.life(),
        head.time(),
        head.earlier(),
        head.indexes(),
        head.log(),
        window,
        head.unknown());
  }

  /** A reset brings the keys of the earlier state back, which has none. */
  public static Backend resetsKeys(Backend sound) {
    return changingHeads(
        sound,
        head -> head.log().stream().anyMatch(LogRecord::manyKeys) ? withoutKeys(head) : head);
  }

  /** The first heads of a new life have no keys of the earlier one. */
  public static Backend forgetsKeysOfEarlierLives(Backend sound) {
    return changingHeads(
        sound,
        head ->
            head.applied() != null && head.applied().lives() != null ? withoutKeys(head) : head);
  }

  /** Every commit moves the watermark to its own clock, less {@code window}. */
  public static Backend followsEveryClock(Backend sound, Duration window) {
    return changingHeads(
        sound,
        head ->
            head.applied() == null
                ? head
                : withWindow(
                    head, head.applied().raisedTo(head.time() - window.toNanos() / 1_000)));
  }

  private static AppliedWindow forgetting(AppliedWindow window) {
    return window == null ? null : AppliedWindow.NONE.withRecent(window.recent());
  }

  private static Head withoutKeys(Head head) {
    SortedMap<String, Bytes> kept = new TreeMap<>(head.indexes());
    kept.keySet().removeIf(Head::isOfTheEngine);
    return new Head(
        head.version(),
        head.life(),
        head.time(),
        head.earlier(),
        kept,
        head.log(),
        head.applied() == null ? null : head.applied().withRecent(null),
        head.unknown());
  }

  private static Backend changingHeads(Backend sound, UnaryOperator<Head> change) {
    return new ForwardingBackend(sound) {
      @Override
      public void write(Collection<ObjectRow> rows) {
        super.write(rows.stream().map(this::changed).toList());
      }

      private ObjectRow changed(ObjectRow row) {
        if (!row.key().type().equals(Head.TYPE.name())) {
          return row;
        }
        Envelope envelope = Envelope.ofBytes(row.key(), row.value());
        Head head = CODEC.decode(Head.TYPE, row.key(), envelope);
        return ObjectRow.immutable(
            row.key(), CODEC.encode(Head.TYPE, change.apply(head)), row.createdAtMicros());
      }
    };
  }

  /** A takeover assumes that the request was never begun. */
  public static IdempotencyStore forgetsToReconcile(IdempotencyStore sound) {
    return new IdempotencyStore() {
      @Override
      public Reservation reserve(RequestKey request, Fingerprint fingerprint) {
        Reservation reservation = sound.reserve(request, fingerprint);
        return reservation instanceof Reservation.TakenOver taken
            ? new Reservation.Reserved(new Believing(taken.owner()))
            : reservation;
      }

      @Override
      public Optional<Reservation.Answer> await(
          RequestKey request, Fingerprint fingerprint, Duration patience) {
        return sound.await(request, fingerprint, patience);
      }

      @Override
      public Optional<RecordInfo> load(RequestKey request) {
        return sound.load(request);
      }

      @Override
      public Purged purge(int atMost) {
        return sound.purge(atMost);
      }
    };
  }

  private record Believing(Ownership sound) implements Ownership {
    @Override
    public RequestKey request() {
      return sound.request();
    }

    @Override
    public Instant acceptedAt() {
      return sound.acceptedAt();
    }

    @Override
    public Instant deadline() {
      return sound.deadline();
    }

    @Override
    public boolean isTakeover() {
      return false;
    }

    @Override
    public CommitKey commitKey(String step) {
      return sound.commitKey(step);
    }

    @Override
    public Bytes encode(Outcome outcome) {
      return sound.encode(outcome);
    }

    @Override
    public Optional<Outcome> decode(Bytes kept) {
      return sound.decode(kept);
    }

    @Override
    public Kept heartbeat() {
      return sound.heartbeat();
    }

    @Override
    public Kept finish(Outcome outcome) {
      return sound.finish(outcome);
    }

    @Override
    public Kept release() {
      return sound.release();
    }

    @Override
    public Kept abandon() {
      return sound.abandon();
    }
  }
}
