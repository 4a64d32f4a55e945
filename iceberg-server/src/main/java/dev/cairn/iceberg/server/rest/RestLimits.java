package dev.cairn.iceberg.server.rest;

/**
 * Bounds on what a request may ask for.
 *
 * @param maxJsonDepth how deep the JSON of a body may be nested
 * @param defaultPageSize the size of a page if the client names none
 * @param maxPageSize the largest size of a page; larger requests get this one
 */
public record RestLimits(int maxJsonDepth, int defaultPageSize, int maxPageSize) {}
