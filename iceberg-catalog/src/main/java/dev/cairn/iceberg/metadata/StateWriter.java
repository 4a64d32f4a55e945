package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectRef;
import dev.cairn.iceberg.metadata.StatisticsSidecar.StatisticsElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/** Writes a new state of a table: what changed since the state before, or all of a new table. */
final class StateWriter {
  /** The characters of refs that a state holds at most. */
  static final int REF_CHARACTERS = 2 << 10;

  private final MetadataSink sink;
  private final @Nullable TableBase base;
  private final TableMetadata metadata;
  private final TableJson json;
  private final AddedIds addedIds;
  private final KeyRing keys;
  private final RawTable raw;

  StateWriter(@Nullable TableBase base, TableMetadata metadata, RawTable raw, MetadataSink sink) {
    this.base = base;
    this.metadata = metadata;
    this.addedIds = new AddedIds(base, metadata);
    this.json =
        base == null || base.isComplete()
            ? TableJson.of(metadata)
            : TableJson.of(metadata, base, addedIds);
    this.keys = new KeyRing(base, json, addedIds);
    this.raw = raw;
    this.sink = sink;
  }

  TableState write(String metadataFile) {
    boolean isAppend = base != null && !base.isComplete();
    StatisticsSidecar statistics = isAppend ? StatisticsSidecar.NONE : statistics();
    List<SnapshotElement> added = added();
    SnapshotLists snapshots;
    Map<Long, SnapshotPlace> places = new HashMap<>();
    long others;
    if (base != null && isAppend) {
      snapshots = new SnapshotAppender(base.table(), sink).append(added);
      base.table()
          .refs()
          .forEach(ref -> places.put(ref.snapshot(), new SnapshotPlace(ref.leaf(), ref.slot())));
      others = base.table().state().otherStatistics();
    } else {
      Set<Long> all = new HashSet<>();
      json.list(TableJson.SNAPSHOTS).forEach(node -> all.add(TableJson.id(node)));
      Set<Long> live = new HashSet<>(all);
      live.removeIf(addedIds::isNew);
      SnapshotRewriter rewriter =
          new SnapshotRewriter(
              base == null ? null : base.table(), sink, live, keys.positions(), statistics);
      snapshots = rewriter.write(added);
      places.putAll(rewriter.oldPlaces());
      others = others(statistics, all);
    }
    places.putAll(snapshots.newPlaces());
    List<RefPosition> refs = refs(places);
    boolean isLarge =
        refs.stream().mapToInt(ref -> ref.name().length() + ref.json().length()).sum()
            > REF_CHARACTERS;
    return new TableState(
        metadataFile,
        json.scalars(
            base == null ? JsonFields.of(raw.fields()) : JsonFields.of(state(base).scalars())),
        definition(),
        isLarge ? List.of() : refs,
        isLarge ? refTable(refs) : 0,
        List.copyOf(snapshots.directory()),
        List.copyOf(snapshots.young()),
        SnapshotLeaf.of(snapshots.tail()),
        snapshots.tailStatistics(),
        others,
        snapshotLog(),
        metadataLog(),
        keys.next());
  }

  private static TableState state(TableBase base) {
    return base.table().state();
  }

  private List<SnapshotElement> added() {
    List<SnapshotElement> added = new ArrayList<>();
    for (JsonNode node : json.list(TableJson.SNAPSHOTS)) {
      long id = TableJson.id(node);
      if (addedIds.isNew(id)) {
        added.add(
            SnapshotElement.of(
                node, raw.snapshot(id).orElseGet(node::toString), keys.besides(node)));
      }
    }
    return added;
  }

  private StatisticsSidecar statistics() {
    return new StatisticsSidecar(
        files(TableJson.STATISTICS), files(TableJson.PARTITION_STATISTICS));
  }

  private List<StatisticsElement> files(String list) {
    return json.list(list).stream()
        .map(file -> new StatisticsElement(TableJson.id(file), file.toString()))
        .toList();
  }

  private long others(StatisticsSidecar statistics, Set<Long> live) {
    Set<Long> unknown = new HashSet<>();
    statistics.table().forEach(file -> unknown.add(file.snapshot()));
    statistics.partition().forEach(file -> unknown.add(file.snapshot()));
    unknown.removeAll(live);
    StatisticsSidecar others = statistics.only(unknown);
    long before = base == null ? 0 : state(base).otherStatistics();
    boolean isSame = base != null && before != 0 && base.table().sidecar(before).equals(others);
    return isSame ? before : others.hasNone() ? 0 : sink.put(others).id();
  }

  private List<RefPosition> refs(Map<Long, SnapshotPlace> places) {
    List<RefPosition> refs = new ArrayList<>();
    json.refs()
        .forEach(
            (name, node) -> {
              long snapshot = TableJson.id(node);
              SnapshotPlace place = places.get(snapshot);
              if (place == null) {
                throw new IllegalStateException(
                    "the snapshot %d of ref %s is in no leaf".formatted(snapshot, name));
              }
              refs.add(
                  new RefPosition(name, snapshot, place.leaf(), place.slot(), node.toString()));
            });
    return refs;
  }

  private long refTable(List<RefPosition> refs) {
    boolean isSame =
        base != null && state(base).refTable() != 0 && refs.equals(base.table().refs());
    return isSame && base != null ? state(base).refTable() : sink.put(new RefTable(refs)).id();
  }

  private long definition() {
    if (base != null
        && TableJson.hasSameDefinition(base.metadata(), metadata)
        && base.metadata().properties().equals(metadata.properties())
        && base.table().definition().keys().equals(keys.inDefinition())) {
      return state(base).definition();
    }
    TableDefinition now = new TableDefinition(json.definition(), keys.inDefinition());
    return base != null && now.equals(base.table().definition())
        ? state(base).definition()
        : sink.put(now).id();
  }

  private LogState snapshotLog() {
    List<HistoryEntry> now = metadata.snapshotLog();
    if (base == null) {
      return writer(null).change(LogState.EMPTY, 0, LogEntries.ofSnapshots(now));
    }
    List<HistoryEntry> before = base.metadata().snapshotLog();
    int common = commonEnd(before, now);
    if (!base.isComplete() && common < before.size()) {
      throw new IllegalStateException("an append removed entries of the snapshot log");
    }
    return writer(base)
        .change(
            state(base).snapshotLog(),
            before.size() - common,
            LogEntries.ofSnapshots(now.subList(common, now.size())));
  }

  /** How many of the last entries of {@code before} are the first of {@code now}. */
  private static int commonEnd(List<HistoryEntry> before, List<HistoryEntry> now) {
    for (int common = Math.min(before.size(), now.size()); common > 0; common--) {
      if (before.subList(before.size() - common, before.size()).equals(now.subList(0, common))) {
        return common;
      }
    }
    return 0;
  }

  private LogState metadataLog() {
    if (base == null) {
      return writer(null).change(LogState.EMPTY, 0, LogEntries.ofFiles(metadata.previousFiles()));
    }
    LogState log = state(base).metadataLog();
    MetadataLogEntry last = lastFile(metadata);
    if (last == null || last.equals(lastFile(base.metadata()))) {
      return log;
    }
    int max =
        Math.max(
            1,
            PropertyUtil.propertyAsInt(
                metadata.properties(),
                TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
                TableProperties.METADATA_PREVIOUS_VERSIONS_MAX_DEFAULT));
    return writer(base)
        .change(log, Math.max(0, log.count() + 1 - max), LogEntries.ofFiles(List.of(last)));
  }

  private static @Nullable MetadataLogEntry lastFile(TableMetadata metadata) {
    List<MetadataLogEntry> files = metadata.previousFiles();
    return files.isEmpty() ? null : files.get(files.size() - 1);
  }

  private LogWriter writer(@Nullable TableBase of) {
    return new LogWriter(of == null ? StateWriter::none : of.table().objects(), sink);
  }

  private static <T> List<Optional<T>> none(Class<T> type, List<ObjectRef> refs) {
    throw new IllegalStateException("a new table has no objects yet, looked for " + refs);
  }
}
