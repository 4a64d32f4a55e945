package dev.cairn.core.internal.transfer;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.runtime.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Newest ID that references need, as their heads record it.
 *
 * @param newest the newest known ID
 * @param isCertain whether there is no newer one; false if a head is missing or does not record it
 */
record NeededIds(long newest, boolean isCertain) {
  private static final int BATCH = 100;

  /** The newest ID that {@code rows} need. */
  static NeededIds of(
      List<ReferenceRow> rows, Backend backend, Codec codec, Environment environment) {
    Map<Scope, List<Long>> heads = new TreeMap<>();
    long newest = 0;
    for (ReferenceRow row : rows) {
      for (HeadVersion earlier : row.earlierHeads().heads()) {
        newest = Math.max(newest, earlier.headId());
      }
      newestHead(row)
          .ifPresent(
              id -> heads.computeIfAbsent(row.key().scope(), none -> new ArrayList<>()).add(id));
    }
    NeededIds needed = new NeededIds(newest, true);
    for (Map.Entry<Scope, List<Long>> each : heads.entrySet()) {
      Heads ofScope = heads(backend, codec, each.getKey(), environment);
      List<Long> ids = each.getValue();
      for (int from = 0; from < ids.size(); from += BATCH) {
        needed = needed.and(ids.subList(from, Math.min(ids.size(), from + BATCH)), ofScope);
      }
    }
    return needed;
  }

  // A reference that was deleted and created again, and has no head yet, leads to its earlier
  // heads.
  private static OptionalLong newestHead(ReferenceRow row) {
    if (row.headId().isPresent() || row.earlierHeads().heads().isEmpty()) {
      return row.headId();
    }
    return OptionalLong.of(row.earlierHeads().heads().get(0).headId());
  }

  private NeededIds and(List<Long> ids, Heads heads) {
    Map<Long, OpenHead> found = heads.findReadable(ids);
    long latest = newest;
    boolean isKnown = isCertain;
    for (Long id : ids) {
      OpenHead head = found.get(id);
      OptionalLong needed = head == null ? OptionalLong.empty() : head.newestId();
      isKnown &= needed.isPresent();
      latest = Math.max(latest, needed.orElse(id));
    }
    return new NeededIds(latest, isKnown);
  }

  private static Heads heads(Backend backend, Codec codec, Scope scope, Environment environment) {
    ImmutableObjects objects =
        new ImmutableObjects(
            backend,
            codec,
            ObjectTypes.of(List.of(Head.TYPE)),
            scope,
            NeededIds::noId,
            environment);
    return new Heads(objects, scope, new ObjectCache(0, Runnable::run), IndexLimits.DEFAULT);
  }

  private static long noId() {
    throw new IllegalStateException("an export writes no objects");
  }
}
