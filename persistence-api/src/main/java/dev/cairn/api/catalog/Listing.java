package dev.cairn.api.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Some tenants or catalogs, in the order of their names.
 *
 * @param items at most as many as were asked for
 * @param next the name to go on after; nothing at the end
 */
public record Listing<T>(List<T> items, Optional<String> next) {}
