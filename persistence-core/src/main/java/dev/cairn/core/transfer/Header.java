package dev.cairn.core.transfer;

import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.transfer.ExportContents;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * How an export begins.
 *
 * @param level the format level of its rows
 * @param id tells it from every other
 * @param exportedAtMicros when it was begun
 * @param scope which scope it is of; nothing for a whole database
 */
record Header(int level, Token id, long exportedAtMicros, Optional<Scope> scope) {
  /** The only format there is. */
  static final int FORMAT = 1;

  ExportContents contents(Counts counts) {
    return new ExportContents(
        id.toString(),
        FORMAT,
        level,
        scope,
        Instant.EPOCH.plus(exportedAtMicros, ChronoUnit.MICROS),
        counts.references(),
        counts.objects(),
        counts.records(),
        counts.bytes());
  }
}
