package dev.cairn.api.catalog;

import dev.cairn.api.Scope;
import java.time.Instant;
import java.util.Map;

/**
 * A catalog of a tenant.
 *
 * @param scope where its rows are
 * @param name what people call it, unique among those of its tenant
 * @param state where it is in its life
 * @param version raised by every change; what a change has to name
 * @param properties whatever the application keeps with it
 * @param createdAt when it was created
 */
public record Catalog(
    Scope scope,
    String name,
    LifeState state,
    long version,
    Map<String, String> properties,
    Instant createdAt) {}
