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
 * @param scope which scope it is of; nothing for a whole database
 * @param scopes the scopes whose references it has
 * @param exportedAt when it was begun, by the clock of who made it
 * @param references how many references
 * @param objects how many immutable objects
 * @param records how many updateable objects
 * @param bytes how many bytes the values of all objects have
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
