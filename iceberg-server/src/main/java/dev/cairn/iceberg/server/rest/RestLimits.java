package dev.cairn.iceberg.server.rest;

import java.util.function.Consumer;

/**
 * Bounds on what a request may ask for.
 *
 * @param maxJsonDepth how deep the JSON of a body may be nested
 * @param maxJsonNumber how many characters a number in it may have
 * @param maxJsonName how many characters the name of a field in it may have
 * @param defaultPageSize the size of a page if the client names none
 * @param maxPageSize the largest size of a page; larger requests get this one
 * @param reached counts a request that ran into the bound of that name
 */
public record RestLimits(
    int maxJsonDepth,
    int maxJsonNumber,
    int maxJsonName,
    int defaultPageSize,
    int maxPageSize,
    Consumer<String> reached) {
  /** The size of a page that a client asked for, within the bounds. */
  int pageSize(QueryParameters query, String name, int otherwise) {
    int asked = query.number(name, Math.min(otherwise, maxPageSize), Integer.MAX_VALUE);
    if (asked > maxPageSize) {
      reached.accept("page-size");
    }
    return Math.min(asked, maxPageSize);
  }
}
