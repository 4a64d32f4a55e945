package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import dev.cairn.iceberg.metadata.TableText;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.jspecify.annotations.Nullable;

/** One state of a table. Reading it needs nothing from the object store. */
public final class CatalogTable {
  private final EntityEntry entry;
  private final TableState state;
  private final TableStates states;
  private final @Nullable Supplier<TableText> assembled;

  CatalogTable(EntityEntry entry, TableState state, TableStates states) {
    this(entry, state, states, null);
  }

  /**
   * @param assembled its complete JSON, if it need not be read from the store
   */
  CatalogTable(
      EntityEntry entry,
      TableState state,
      TableStates states,
      @Nullable Supplier<TableText> assembled) {
    this.entry = entry;
    this.state = state;
    this.states = states;
    this.assembled = assembled;
  }

  /**
   * This state with its complete metadata read, so that it stays available when its objects are
   * collected.
   *
   * @throws ObjectNotFoundException if one of them is collected already
   */
  CatalogTable assembled() {
    TableText text = text();
    return new CatalogTable(entry, state, states, () -> text);
  }

  /** The ID of the table, which a rename keeps. */
  public long id() {
    return entry.id();
  }

  /** The object with this state; another state has another. */
  public ObjectRef stateRef() {
    return entry.state();
  }

  /** The location of the metadata file of this state. */
  public String metadataFile() {
    return state.metadataFile();
  }

  /** The complete metadata, as Iceberg's parser reads it from the metadata file. */
  public TableMetadata metadata() {
    return TableMetadataParser.fromJson(state.metadataFile(), json());
  }

  /** The complete metadata as JSON. */
  public String json() {
    return text().toString();
  }

  /** The complete metadata as JSON that is not copied into one text, to write a response from. */
  public TableText text() {
    return assembled == null ? states.text(state) : assembled.get();
  }

  /** The metadata as JSON, with only the snapshots that refs name and the complete logs. */
  public TableText textReferenced() {
    return states.textReferenced(state);
  }

  /** What {@link #textReferenced} returns, as one text. */
  public String jsonReferenced() {
    return states.jsonReferenced(state);
  }
}
