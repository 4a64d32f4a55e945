package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import java.util.Collection;
import java.util.Map;

/** Source of the stored pages of indexes. */
@FunctionalInterface
public interface PageSource {
  /**
   * The bytes of these pages, fetched in one call to the database. The result leaves out missing
   * pages.
   */
  Map<Long, Bytes> fetch(Collection<Long> ids);
}
