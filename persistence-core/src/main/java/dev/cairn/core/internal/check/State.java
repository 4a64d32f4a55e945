package dev.cairn.core.internal.check;

import dev.cairn.api.Scope;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.check.Finding.KeyRange;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;

/**
 * A state of a reference that is being walked.
 *
 * @param row the reference as it was read
 * @param version the version at which the state became current
 */
record State(ReferenceRow row, long version) {
  Scope scope() {
    return row.key().scope();
  }

  Affected affected() {
    return Affected.state(row.key().name(), version);
  }

  Affected affected(String index, KeyRange keys) {
    return new Affected(row.key().name(), version, Optional.of(index), Optional.of(keys));
  }

  Affected affected(String index) {
    return new Affected(row.key().name(), version, Optional.of(index), Optional.empty());
  }
}
