package dev.cairn.api.catalog;

import java.util.List;
import java.util.Optional;

/**
 * One page of tenants or catalogs, sorted by name.
 *
 * @param items the tenants or catalogs, at most the requested number
 * @param next the name after which the next page starts; empty at the end
 */
public record Listing<T>(List<T> items, Optional<String> next) {}
