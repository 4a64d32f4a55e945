package dev.cairn.api.transfer;

import dev.cairn.api.Scope;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The contents of an export.
 *
 * @param id the unique ID of the export
 * @param format the version of its format
 * @param level the format level of the rows in it
 * @param scope the exported scope; empty for a whole database
 * @param scopes the scopes of its references
 * @param exportedAt when the export started, by the clock of its process
 * @param references the number of references
 * @param objects the number of immutable objects
 * @param records the number of updateable objects
 * @param bytes the size of the values of all objects, in bytes
 */
public record ExportContents(
    String id,
    int format,
    int level,
    Optional<Scope> scope,
    SortedSet<Scope> scopes,
    Instant exportedAt,
    long references,
    long objects,
    long records,
    long bytes) {
  /** Copies the set. */
  public ExportContents {
    scopes = Collections.unmodifiableSortedSet(new TreeSet<>(scopes));
  }
}
