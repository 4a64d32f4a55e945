package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.store.AppliedKeys.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Applied keys that have left the list of {@link RecentKeys}, in an index for each slice of time.
 *
 * <p>Keys arrive in the order of their time or nearly so, and most are never searched. They are
 * therefore not indexed one by one: a whole list becomes an object, a run, and the index has one
 * entry for all its keys, under the latest time among them. No key of a run is older than that by
 * more than {@link #SPAN_MICROS}, which bounds the search for a key. Where only a few keys are that
 * close together, each has its own entry.
 */
final class KeyRuns {
  static final long SPAN_MICROS = 1 << 20;

  /** The fewest keys that are worth an object. */
  static final int FEWEST = 8;

  private static final int FORMAT = 1;

  private final RecentKeys recent;
  private final ToLongFunction<Bytes> store;
  private final BiConsumer<String, IndexChange<StoredValue>> edit;
  private final Map<AppliedKeys.Slice, Map<Place, StoredValue>> slices = new LinkedHashMap<>();

  /**
   * Moves keys to the indexes of their slices.
   *
   * @param store takes the bytes of a run and returns the ID it will have
   * @param edit receives the edits of the index of this name
   */
  KeyRuns(
      RecentKeys recent,
      ToLongFunction<Bytes> store,
      BiConsumer<String, IndexChange<StoredValue>> edit) {
    this.recent = recent;
    this.store = store;
    this.edit = edit;
  }

  /** Moves all keys; returns the latest time at which one of them was accepted. */
  long spill() {
    recent.forEach(
        (place, value) ->
            slices
                .computeIfAbsent(place.slice(), first -> new LinkedHashMap<>())
                .put(place, value));
    long latest = Long.MIN_VALUE;
    for (Map.Entry<AppliedKeys.Slice, Map<Place, StoredValue>> slice : slices.entrySet()) {
      latest = Math.max(latest, times(slice.getValue()).getMax());
      spill(slice.getKey().runs(), slice.getValue());
    }
    return latest;
  }

  // Where clocks differ, a list has keys of several times, and becomes several runs.
  private void spill(String index, Map<Place, StoredValue> keys) {
    LongSummaryStatistics times = times(keys);
    if (times.getMax() - times.getMin() <= SPAN_MICROS) {
      spillTogether(index, keys);
      return;
    }
    List<Place> latestFirst = new ArrayList<>(keys.keySet());
    latestFirst.sort(Comparator.comparingLong(Place::accepted).reversed());
    Map<Place, StoredValue> near = new LinkedHashMap<>();
    long latest = latestFirst.get(0).accepted();
    for (Place place : latestFirst) {
      if (latest - place.accepted() > SPAN_MICROS) {
        spillTogether(index, near);
        near.clear();
        latest = place.accepted();
      }
      near.put(place, Objects.requireNonNull(keys.get(place)));
    }
    spillTogether(index, near);
  }

  private void spillTogether(String index, Map<Place, StoredValue> keys) {
    if (keys.size() < FEWEST) {
      keys.forEach((place, value) -> edit.accept(index, new IndexChange<>(place.key(), value)));
    } else {
      boolean isWhole = slices.size() == 1 && keys == slices.values().iterator().next();
      Bytes run = isWhole ? recent.bytes() : RecentKeys.of(null).plus(keys).bytes();
      edit.accept(index, entry(times(keys), store.applyAsLong(run)));
    }
  }

  private static LongSummaryStatistics times(Map<Place, StoredValue> keys) {
    return keys.keySet().stream().mapToLong(Place::accepted).summaryStatistics();
  }

  private static IndexChange<StoredValue> entry(LongSummaryStatistics times, long id) {
    Bytes key = new ByteWriter(2 * Long.BYTES).putLong(times.getMax()).putLong(id).toBytes();
    long span = times.getMax() - times.getMin();
    Bytes payload = new ByteWriter(8).putByte(FORMAT).putVarint(span).toBytes();
    return new IndexChange<>(key, new StoredValue(new ObjectRef(Heads.KEYS_TYPE, id), payload));
  }

  /**
   * The value of the key at {@code place}, or null.
   *
   * @throws dev.cairn.core.internal.index.MissingPageException if a page or a run is missing
   */
  static @Nullable StoredValue find(OpenHead head, Heads heads, Place place) {
    String name = place.slice().runs();
    if (!head.indexes().roots().containsKey(name)) {
      return null;
    }
    long accepted = place.accepted();
    IndexRange near =
        IndexRange.all().from(time(accepted)).before(time(accepted + SPAN_MICROS + 1));
    IndexCursor<StoredValue> entries = head.index(name, StoredValue.SERIALIZER).list(near);
    List<Long> runs = new ArrayList<>();
    while (entries.next()) {
      StoredValue value = entries.value();
      ObjectRef run = value.reference();
      if (run == null && entries.key().equals(place.key())) {
        return value;
      }
      if (run != null && oldest(entries.key(), value) <= accepted) {
        runs.add(run.id());
      }
    }
    for (Bytes keys : heads.keys(runs)) {
      StoredValue found = new RecentKeys(keys).find(place);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Bytes time(long micros) {
    return new ByteWriter(Long.BYTES).putLong(micros).toBytes();
  }

  private static long oldest(Bytes key, StoredValue entry) {
    ByteReader in = new ByteReader(() -> "the entry of run " + entry.reference(), entry.payload());
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is unknown");
    }
    return new ByteReader("the key of a run", key).getLong() - in.getVarint();
  }
}
