package dev.cairn.iceberg.catalog;

import dev.cairn.iceberg.metadata.RawTable;
import java.util.List;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A commit to one table, as a client sent it.
 *
 * @param name the table
 * @param requirements what must hold for the current state of the table
 * @param updates what to change
 * @param raw the updates as text
 */
public record TableCommit(
    TableIdentifier name,
    List<UpdateRequirement> requirements,
    List<MetadataUpdate> updates,
    RawTable raw) {
  /** A commit without the text that the client sent. */
  public TableCommit(
      TableIdentifier name, List<UpdateRequirement> requirements, List<MetadataUpdate> updates) {
    this(name, requirements, updates, RawTable.none());
  }

  /**
   * Whether it creates the table.
   *
   * @throws IllegalArgumentException if it has further requirements then
   */
  boolean isCreate() {
    boolean isCreate =
        requirements.stream().anyMatch(UpdateRequirement.AssertTableDoesNotExist.class::isInstance);
    if (isCreate && requirements.size() > 1) {
      throw new IllegalArgumentException("Invalid create requirements: " + requirements);
    }
    return isCreate;
  }
}
