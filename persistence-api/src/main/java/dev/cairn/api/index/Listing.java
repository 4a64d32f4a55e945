package dev.cairn.api.index;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing, in the order of the listing.
 *
 * <pre>{@code
 * PageRequest request = PageRequest.first(100);
 * Listing<IndexEntry<ObjectRef>> page;
 * do {
 *   page = store.page("main", "tables", IndexRange.prefix(Key.of("sales")), request);
 *   page.items().forEach(entry -> use(entry.key(), entry.value()));
 *   request = page.next().map(token -> PageRequest.after(token, 100)).orElse(request);
 * } while (page.next().isPresent());
 * }</pre>
 *
 * @param items at most as many as the {@link PageRequest} allows
 * @param next the token with which {@link PageRequest#after} requests the next page; empty at the
 *     end
 * @param <T> the class of its items
 */
public record Listing<T>(List<T> items, Optional<String> next) {}
