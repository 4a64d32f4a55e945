package dev.cairn.core.internal.index;

import dev.cairn.api.CairnException;

/**
 * Thrown if a page is not in the store. Under a cached head, this may mean that the head is old and
 * its pages are collected: read the reference again. Under a head that was just read, the store is
 * damaged.
 */
public final class MissingPageException extends CairnException {
  private final long id;

  MissingPageException(long id) {
    this("index page", id);
  }

  /** For an object like a page, named by {@code what}. */
  public MissingPageException(String what, long id) {
    super("%s %016x is missing; its head has expired, or the store is damaged".formatted(what, id));
    this.id = id;
  }

  /** The ID of the missing page. */
  public long id() {
    return id;
  }
}
