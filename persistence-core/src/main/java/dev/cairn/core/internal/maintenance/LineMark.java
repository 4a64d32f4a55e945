package dev.cairn.core.internal.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.RetainedHead;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Marks the heads of references of one scope, newest first, as far back as they are retained. */
final class LineMark {
  private final Backend backend;
  private final Codec codec;
  private final Scope scope;
  private final RetainedHeads retained;
  private final long retainFrom;
  private final Predicate<ReferenceRow> isOver;
  private final ScopeMark objects;
  private final IndexMark indexes;
  private Map<Long, StoredHead> ahead = new HashMap<>();
  private long heads;

  /**
   * @param retainFrom heads superseded before this moment, in microseconds, are not kept
   * @param isOver whether a tombstone has been kept for as long as required
   */
  LineMark(
      Backend backend,
      ImmutableObjects stored,
      Codec codec,
      Scope scope,
      MarkFilter filter,
      Steps steps,
      RetainedHeads retained,
      long retainFrom,
      Predicate<ReferenceRow> isOver) {
    this.backend = backend;
    this.codec = codec;
    this.scope = scope;
    this.retained = retained;
    this.retainFrom = retainFrom;
    this.isOver = isOver;
    this.objects = new ScopeMark(stored, scope, filter, steps);
    this.indexes = new IndexMark(objects);
  }

  private record StoredHead(
      ObjectRef ref, Envelope envelope, Head head, List<HeadVersion> earlier) {}

  /** How many heads were marked. */
  long heads() {
    return heads;
  }

  /** How many objects were marked. */
  long marked() {
    return objects.marked();
  }

  /**
   * Marks what is retained of {@code seen}.
   *
   * <p>Another collection that began later may run at the same time, and keep less: heads can
   * disappear during this one. If an older head does, the rest of the line is skipped. If the
   * newest does, the reference has moved, and is marked from its current head: what that needs may
   * be as old as what this collection sweeps.
   *
   * @return the oldest head that is kept; empty if there is none
   * @throws DamagedDataException if something that must exist is missing
   */
  Optional<RetainedHead> mark(ReferenceRow seen) {
    Optional<ReferenceRow> row = Optional.of(seen);
    while (row.isPresent()) {
      Walk walk = new Walk(row.get());
      try {
        return walk.run();
      } catch (ObjectNotFoundException e) {
        row = walk.movedOn(e);
      }
    }
    return Optional.empty();
  }

  /** A walk along the heads of a reference. */
  private final class Walk {
    private final ReferenceRow row;
    private List<HeadVersion> rest = new ArrayList<>();
    private @Nullable StoredHead oldest;

    Walk(ReferenceRow row) {
      this.row = row;
      row.headId().ifPresent(id -> rest.add(new HeadVersion(row.version(), id)));
      rest.addAll(row.earlierHeads().heads());
    }

    /**
     * Marks heads back to the oldest retained one. A head's retention begins when the next head was
     * made: until then it was in use, however old it is.
     *
     * @throws ObjectNotFoundException if the newest head is not complete
     */
    Optional<RetainedHead> run() {
      if (rest.isEmpty()) {
        return Optional.empty();
      }
      // A reference that was deleted and created again superseded its earlier heads at that
      // creation, at the latest.
      long superseded = row.headId().isPresent() ? Long.MAX_VALUE : row.createdAtMicros();
      while (!rest.isEmpty() && superseded >= retainFrom) {
        try {
          StoredHead head = load(rest);
          mark(head, oldest);
          oldest = head;
        } catch (ObjectNotFoundException | DamagedDataException e) {
          objects.giveUp();
          if (oldest == null && row.headId().isPresent()) {
            throw e;
          }
          checkExpired(e);
          break;
        }
        heads++;
        superseded = oldest.head().time();
        rest = oldest.earlier();
      }
      long version = oldest == null ? row.version() + 1 : oldest.head().version();
      return Optional.of(new RetainedHead(row.createdAtMicros(), version, Map.of()));
    }

    private void checkExpired(CairnException missing) {
      Optional<RetainedHead> known = retained.find(row.key());
      boolean isExpired = known.isPresent() && known.get().isExpired(row, rest.get(0).version());
      if (!isExpired && isAlive(read())) {
        throw damaged(missing);
      }
    }

    /**
     * The current row, if the newest head disappeared; empty if the reference no longer needs
     * marking.
     */
    Optional<ReferenceRow> movedOn(ObjectNotFoundException missing) {
      Optional<ReferenceRow> now = read();
      if (!isAlive(now)) {
        return Optional.empty(); // its current state is younger than this collection
      }
      if (now.orElseThrow().headId().equals(row.headId())) {
        if (!now.get().isTombstone()) {
          throw damaged(missing);
        }
        // Another collection may be about to remove it, and have deleted the record of its heads.
        if (!isOver.test(now.get())) {
          checkExpired(missing);
        }
        return Optional.empty();
      }
      return now;
    }

    private Optional<ReferenceRow> read() {
      return backend.readReference(row.key(), ReadMode.STRONG);
    }

    private boolean isAlive(Optional<ReferenceRow> now) {
      return now.isPresent() && now.get().createdAtMicros() == row.createdAtMicros();
    }

    private DamagedDataException damaged(CairnException missing) {
      return new DamagedDataException(
          "the head %016x of reference %s is incomplete: %s; nothing was deleted. Run the check to see what is affected"
              .formatted(rest.get(0).headId(), row.key(), missing.getMessage()),
          missing);
    }
  }

  /** The first head of {@code line}; the next few are read with it, as they are needed next. */
  private StoredHead load(List<HeadVersion> line) {
    long id = line.get(0).headId();
    StoredHead known = ahead.get(id);
    if (known == null) {
      ahead = readAhead(line);
      known = ahead.get(id);
    }
    if (known == null) {
      throw new ObjectNotFoundException("there is no head %016x in %s".formatted(id, scope));
    }
    return known;
  }

  // A damaged head farther back is reported when the walk reaches it.
  private Map<Long, StoredHead> readAhead(List<HeadVersion> line) {
    try {
      return read(line.subList(0, Math.min(line.size(), EarlierHeads.RECENT)));
    } catch (DamagedDataException e) {
      return read(line.subList(0, 1));
    }
  }

  private Map<Long, StoredHead> read(List<HeadVersion> line) {
    List<ObjectRef> refs =
        line.stream().map(head -> new ObjectRef(Head.TYPE.name(), head.headId())).toList();
    Map<Long, StoredHead> found = new HashMap<>();
    objects.findWhole(refs).forEach((ref, envelope) -> found.put(ref.id(), open(ref, envelope)));
    return found;
  }

  private StoredHead open(ObjectRef ref, Envelope envelope) {
    Head head = codec.decode(Head.TYPE, ref.in(scope), envelope);
    return new StoredHead(ref, envelope, head, EarlierHeads.ofBytes(head.earlier()).heads());
  }

  private void mark(StoredHead head, @Nullable StoredHead newer) {
    objects.markFound(head.ref(), head.envelope());
    SortedMap<String, Bytes> after = newer == null ? null : newer.head().indexes();
    head.head()
        .indexes()
        .forEach((name, root) -> indexes.mark(root, after == null ? null : after.get(name)));
  }
}
