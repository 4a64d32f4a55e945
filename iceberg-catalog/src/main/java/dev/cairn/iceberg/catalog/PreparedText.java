package dev.cairn.iceberg.catalog;

import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import dev.cairn.iceberg.metadata.TableText;
import org.jspecify.annotations.Nullable;

/**
 * The complete JSON of a new state, put together once: the metadata file and the answer to the
 * client have the same text.
 */
final class PreparedText {
  private final PreparedObjects objects;
  private final TableState state;
  private @Nullable TableText text;

  /**
   * @param objects those of {@code state}
   */
  PreparedText(PreparedObjects objects, TableState state) {
    this.objects = objects;
    this.state = state;
  }

  /** The text; the files of a transaction are written by several threads. */
  synchronized TableText get() {
    TableText found = text;
    if (found == null) {
      found = new TableStates(objects).text(state);
      text = found;
    }
    return found;
  }
}
