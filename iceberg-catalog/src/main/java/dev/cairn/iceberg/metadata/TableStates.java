package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/**
 * Creates, loads, exports and updates tables.
 *
 * <pre>{@code
 * TableStates states = new TableStates(MetadataReader.of(store.current("main")));
 * TableBase base = states.baseFor(state, updates);
 * TableMetadata.Builder builder = TableMetadata.buildFrom(base.metadata());
 * updates.forEach(update -> update.applyTo(builder));
 * TableState next = TableStates.update(base, builder.build(), file, raw, workspace::put);
 * }</pre>
 */
public final class TableStates {
  private final MetadataReader reader;

  /** Reads states through {@code reader}. */
  public TableStates(MetadataReader reader) {
    this.reader = reader;
  }

  /**
   * Stores a new table.
   *
   * @param metadataFile where the metadata is exported to
   * @param raw the content of the file that a registered table was read from
   */
  public static TableState create(
      TableMetadata metadata, String metadataFile, RawTable raw, MetadataSink sink) {
    return new StateWriter(null, metadata, raw, sink).write(metadataFile);
  }

  /**
   * Stores the next state of a table.
   *
   * @param base where {@code metadata} comes from, by Iceberg's builder
   * @param metadataFile where the metadata is exported to
   * @param raw what the client sent
   */
  public static TableState update(
      TableBase base,
      TableMetadata metadata,
      String metadataFile,
      RawTable raw,
      MetadataSink sink) {
    return new StateWriter(base, metadata, raw, sink).write(metadataFile);
  }

  /**
   * Reads through {@code view} what a later state takes over from {@code before}. A commit that
   * stores the later state has to do this with its workspace: it may refer only to old objects that
   * it reached there.
   */
  public static void reach(View view, ObjectRef before) {
    TableState state = view.get(TableState.class, before);
    if (!state.directory().isEmpty()) {
      List<Optional<LeafDirectory>> unused =
          view.findAll(
              LeafDirectory.class,
              state.directory().stream().map(MetadataTypes.DIRECTORY::ref).toList());
    }
  }

  /**
   * The metadata that {@code updates} can be applied to: complete if they need it, else with the
   * snapshots that refs name.
   */
  public TableBase baseFor(TableState state, List<MetadataUpdate> updates) {
    return baseFor(state, updates, Optional::empty);
  }

  /** The same, from what {@code recent} has of the object {@code ref} with the state, if it has. */
  public TableBase baseFor(
      ObjectRef ref, TableState state, List<MetadataUpdate> updates, RecentTables recent) {
    return baseFor(state, updates, () -> recent.take(ref));
  }

  private TableBase baseFor(
      TableState state, List<MetadataUpdate> updates, Supplier<Optional<TableMetadata>> recent) {
    TableReader table = new TableReader(reader, state);
    boolean complete = UpdateScope.needsEverything(table, updates);
    Optional<TableMetadata> kept = complete ? Optional.empty() : recent.get();
    if (kept.isPresent()) {
      return new TableBase(table, false, kept.get());
    }
    TableAssembler assembler = new TableAssembler(table);
    String json = (complete ? assembler.complete() : assembler.forUpdate()).toString();
    return new TableBase(table, complete, TableMetadataParser.fromJson(state.metadataFile(), json));
  }

  /** Whether a table may have the snapshot {@code id}; no leaf is read to find out. */
  public boolean mayHaveSnapshot(TableState state, long id) {
    return new TableReader(reader, state).mayHaveSnapshot(id);
  }

  /** The complete metadata, as Iceberg's parser reads it from the exported file. */
  public TableMetadata load(TableState state) {
    return TableMetadataParser.fromJson(state.metadataFile(), json(state));
  }

  /** The metadata as {@link #load} returns it, but with only the snapshots that refs name. */
  public TableMetadata loadReferenced(TableState state) {
    return TableMetadataParser.fromJson(state.metadataFile(), jsonReferenced(state));
  }

  /** The earlier metadata files that the log of {@code state} names, oldest first. */
  public List<String> earlierFiles(TableState state) {
    LogState log = state.metadataLog();
    List<String> entries = new ArrayList<>();
    reader
        .getAll(
            LogLeaf.class,
            log.parts().stream().map(part -> MetadataTypes.LOG.ref(part.leaf())).toList())
        .forEach(leaf -> entries.addAll(leaf.entries()));
    entries.subList(0, log.skip()).clear();
    entries.addAll(log.tail());
    return entries.stream()
        .map(entry -> TableJson.parse(entry).path("metadata-file").asText())
        .toList();
  }

  /** The complete JSON: the content of the exported file. */
  public String json(TableState state) {
    return text(state).toString();
  }

  /** What {@link #json} returns, not copied into one text. */
  public TableText text(TableState state) {
    return new TableAssembler(new TableReader(reader, state)).complete();
  }

  /** What {@link #textReferenced} returns, as one text. */
  public String jsonReferenced(TableState state) {
    return textReferenced(state).toString();
  }

  /**
   * The JSON with only the snapshots that refs name, as Iceberg's own server returns it: without
   * the statistics of the other snapshots. The logs and encryption keys are complete: clients load
   * other snapshots later, but not these.
   */
  public TableText textReferenced(TableState state) {
    return new TableAssembler(new TableReader(reader, state)).referenced();
  }
}
