package dev.cairn.api.index;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing, in the order of the listing.
 *
 * @param items at most as many as the {@link PageRequest} allows
 * @param next the token with which {@link PageRequest#after} requests the next page; empty at the
 *     end
 */
public record Listing<T>(List<T> items, Optional<String> next) {}
