package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import java.util.Collection;
import java.util.Map;

/** Where the pages of indexes are stored. */
@FunctionalInterface
public interface PageSource {
  /**
   * The bytes of these pages, fetched in one call to the database. A page that is not there is
   * missing in the answer.
   */
  Map<Long, Bytes> fetch(Collection<Long> ids);
}
