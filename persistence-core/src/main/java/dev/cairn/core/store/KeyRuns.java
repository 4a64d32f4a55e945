package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.IndexChange;
import dev.cairn.core.store.AppliedKeys.Place;
import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The keys that have left the list of {@link RecentKeys}, in an index for each slice of time.
 *
 * <p>Keys come in the order of their time or nearly so, and most are never looked for. So they are
 * not sorted one by one: a list becomes an object as it is, a run, and the index has one entry for
 * all its keys, under the latest time among them. No key of a run is older than that by more than
 * {@link #SPAN_MICROS}, so who looks for a key need not look further. Keys that are older, and runs
 * of few keys, have entries of their own.
 */
final class KeyRuns {
  static final long SPAN_MICROS = 1 << 20;

  /** Fewer keys are not worth an object. */
  static final int FEWEST = 8;

  private static final int FORMAT = 1;

  private final RecentKeys recent;
  private final ToLongFunction<Bytes> store;
  private final BiConsumer<String, IndexChange<StoredValue>> edit;
  private final Map<AppliedKeys.Slice, Map<Place, StoredValue>> slices = new LinkedHashMap<>();

  /**
   * Moves keys to the indexes of their slices.
   *
   * @param store takes the bytes of a run and says under which ID it is going to be stored
   * @param edit takes what is to be changed in the index of this name
   */
  KeyRuns(
      RecentKeys recent,
      ToLongFunction<Bytes> store,
      BiConsumer<String, IndexChange<StoredValue>> edit) {
    this.recent = recent;
    this.store = store;
    this.edit = edit;
  }

  /** Moves all; returns the latest time at which one of them was accepted. */
  long spill() {
    recent.forEach(
        (place, value) ->
            slices
                .computeIfAbsent(place.slice(), first -> new LinkedHashMap<>())
                .put(place, value));
    long latest = Long.MIN_VALUE;
    for (Map.Entry<AppliedKeys.Slice, Map<Place, StoredValue>> slice : slices.entrySet()) {
      LongSummaryStatistics times = times(slice.getValue());
      latest = Math.max(latest, times.getMax());
      spill(slice.getKey().runs(), slice.getValue(), times);
    }
    return latest;
  }

  private void spill(String index, Map<Place, StoredValue> keys, LongSummaryStatistics times) {
    long from = times.getMax() - SPAN_MICROS;
    Map<Place, StoredValue> run = keys;
    if (times.getMin() < from) {
      run = new LinkedHashMap<>(keys);
      run.keySet().removeIf(place -> place.accepted() < from);
    }
    if (run.size() < FEWEST) {
      run = Map.of();
    } else {
      boolean isAll = run == keys && slices.size() == 1;
      Bytes bytes = isAll ? recent.bytes() : RecentKeys.of(null).plus(run).bytes();
      edit.accept(index, entry(times(run), store.applyAsLong(bytes)));
    }
    if (run != keys) {
      keys.keySet().removeAll(run.keySet());
      keys.forEach((place, value) -> edit.accept(index, new IndexChange<>(place.key(), value)));
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
   * @throws dev.cairn.core.index.MissingPageException if a page or a run is missing
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
    while (entries.next()) {
      StoredValue value = entries.value();
      ObjectRef run = value.reference();
      if (run == null && entries.key().equals(place.key())) {
        return value;
      }
      if (run != null && oldest(entries.key(), value) <= accepted) {
        StoredValue found = new RecentKeys(heads.keys(run.id())).find(place);
        if (found != null) {
          return found;
        }
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
