package dev.cairn.api.transfer;

import dev.cairn.api.Scope;
import java.util.Optional;

/**
 * How much of an export to import, and where to.
 *
 * @param only the one scope of the export to import; nothing for all that it has
 * @param into another scope to put it into, for one scope
 * @param isIntactEnough whether references that are damaged or miss something are left out;
 *     otherwise they refuse the import
 */
public record ImportOptions(Optional<Scope> only, Optional<Scope> into, boolean isIntactEnough) {
  /** All of an export, to where it was, if it is whole. */
  public static final ImportOptions ALL =
      new ImportOptions(Optional.empty(), Optional.empty(), false);

  /** The same for one scope of the export. */
  public ImportOptions only(Scope scope) {
    return new ImportOptions(Optional.of(scope), into, isIntactEnough);
  }

  /** The same into another scope. */
  public ImportOptions into(Scope scope) {
    return new ImportOptions(only, Optional.of(scope), isIntactEnough);
  }

  /** The same without references that are damaged. */
  public ImportOptions intactOnly() {
    return new ImportOptions(only, into, true);
  }
}
