package dev.cairn.api.catalog;

import dev.cairn.api.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A catalog of a tenant.
 *
 * @param scope the scope of its rows
 * @param name its name, unique within the tenant
 * @param state its lifecycle state
 * @param version incremented by every change; updates are conditional on it
 * @param properties properties of the application
 * @param createdAt when it was created
 * @param claims what it has for itself among all catalogs, sorted
 */
public record Catalog(
    Scope scope,
    String name,
    LifeState state,
    long version,
    Map<String, String> properties,
    Instant createdAt,
    List<CatalogClaim> claims) {}
