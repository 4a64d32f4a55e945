package dev.cairn.core.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.Envelope;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.RetainedHead;
import dev.cairn.core.head.RetainedHeads;
import dev.cairn.core.objects.ImmutableObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Marks the heads of references of one scope, newest first, as far back as they are retained. */
final class LineMark {
  private final Codec codec;
  private final Scope scope;
  private final RetainedHeads retained;
  private final long retainFrom;
  private final ScopeMark objects;
  private final IndexMark indexes;
  private Map<Long, StoredHead> ahead = new HashMap<>();
  private long heads;

  /**
   * @param retainFrom heads that were superseded before this moment, in microseconds, are not kept
   */
  LineMark(
      ImmutableObjects stored,
      Codec codec,
      Scope scope,
      MarkFilter filter,
      Steps steps,
      RetainedHeads retained,
      long retainFrom) {
    this.codec = codec;
    this.scope = scope;
    this.retained = retained;
    this.retainFrom = retainFrom;
    this.objects = new ScopeMark(stored, codec, scope, filter, steps);
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
   * Marks what is retained of {@code row}.
   *
   * <p>How long a head is kept counts from when the one after it was made: until then everybody
   * used it, however old it is.
   *
   * @return the oldest head that is kept; nothing if there never was one
   * @throws DamagedDataException if something that has to be there is missing
   */
  Optional<RetainedHead> mark(ReferenceRow row) {
    List<HeadVersion> line = new ArrayList<>();
    row.headId().ifPresent(id -> line.add(new HeadVersion(row.version(), id)));
    line.addAll(row.earlierHeads().heads());
    if (line.isEmpty()) {
      return Optional.empty();
    }
    List<HeadVersion> rest = line;
    // A reference that was deleted and created again has left its earlier heads at the latest then.
    long superseded = row.headId().isPresent() ? Long.MAX_VALUE : row.createdAtMicros();
    StoredHead newer = null;
    while (!rest.isEmpty() && superseded >= retainFrom) {
      StoredHead head;
      try {
        head = load(rest);
        mark(head, newer);
      } catch (ObjectNotFoundException e) {
        checkExpired(row, rest.get(0), e);
        break;
      }
      heads++;
      superseded = head.head().time();
      newer = head;
      rest = head.earlier();
    }
    long oldest = newer == null ? row.version() + 1 : newer.head().version();
    return Optional.of(new RetainedHead(row.createdAtMicros(), oldest, Map.of()));
  }

  // Another collection may have been here since, and kept less.
  private void checkExpired(ReferenceRow row, HeadVersion head, ObjectNotFoundException missing) {
    boolean isCurrent = row.headId().isPresent() && row.headId().getAsLong() == head.headId();
    boolean isExpired =
        retained
            .find(row.key())
            .filter(oldest -> oldest.isExpired(row, head.version()))
            .isPresent();
    if (isCurrent || !isExpired) {
      throw new DamagedDataException(
          "the head %016x of reference %s is incomplete: %s; nothing was deleted. Run the check to see what is affected"
              .formatted(head.headId(), row.key(), missing.getMessage()),
          missing);
    }
  }

  /** The first of {@code line}; the next few are read with it, as they will be wanted. */
  private StoredHead load(List<HeadVersion> line) {
    long id = line.get(0).headId();
    StoredHead known = ahead.get(id);
    if (known == null) {
      ahead = read(line.subList(0, Math.min(line.size(), EarlierHeads.RECENT)));
      known = ahead.get(id);
    }
    if (known == null) {
      throw new ObjectNotFoundException("there is no head %016x in %s".formatted(id, scope));
    }
    return known;
  }

  private Map<Long, StoredHead> read(List<HeadVersion> line) {
    List<ObjectRef> refs =
        line.stream().map(head -> new ObjectRef(Head.TYPE.name(), head.headId())).toList();
    Map<Long, StoredHead> found = new HashMap<>();
    objects.find(refs).forEach((ref, envelope) -> found.put(ref.id(), open(ref, envelope)));
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
