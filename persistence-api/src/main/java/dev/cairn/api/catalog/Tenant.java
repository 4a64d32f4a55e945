package dev.cairn.api.catalog;

import java.time.Instant;
import java.util.Map;

/**
 * An owner of catalogs.
 *
 * @param id the tenant ID in the scopes of its catalogs
 * @param name its name, unique in the database
 * @param state its lifecycle state
 * @param version incremented by every change; updates are conditional on it
 * @param properties properties of the application
 * @param createdAt when it was created
 */
public record Tenant(
    String id,
    String name,
    LifeState state,
    long version,
    Map<String, String> properties,
    Instant createdAt) {}
