package dev.cairn.core.index;

import dev.cairn.api.CairnException;

/**
 * A page is not in the store. Under a head that was remembered, this may mean that the head is old
 * and its pages are collected: read the reference again. Under a head that was just read, the store
 * is damaged.
 */
public final class MissingPageException extends CairnException {
  private final long id;

  MissingPageException(long id) {
    this("index page", id);
  }

  /** Something like a page is missing: {@code what} says what. */
  public MissingPageException(String what, long id) {
    super("%s %016x is missing; its head is expired, or the store damaged".formatted(what, id));
    this.id = id;
  }

  /** The page that is missing. */
  public long id() {
    return id;
  }
}
