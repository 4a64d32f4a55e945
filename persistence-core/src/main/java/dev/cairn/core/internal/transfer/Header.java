package dev.cairn.core.internal.transfer;

import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.core.internal.runtime.Micros;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Header of an export.
 *
 * @param level the format level of its rows
 * @param id identifies the export
 * @param exportedAtMicros when it was begun
 * @param scope the exported scope; empty for a whole database
 */
record Header(int level, Token id, long exportedAtMicros, Optional<Scope> scope) {
  /** The only format so far. */
  static final int FORMAT = 1;

  ExportContents contents(ExportCounts counts, SortedSet<Scope> scopes) {
    return new ExportContents(
        id.toString(),
        FORMAT,
        level,
        scope,
        scopes,
        Micros.toInstant(exportedAtMicros),
        counts.references(),
        counts.objects(),
        counts.records(),
        counts.bytes());
  }
}
