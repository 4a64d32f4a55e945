package dev.cairn.api.catalog;

import java.time.Instant;
import java.util.Map;

/**
 * Somebody who has catalogs.
 *
 * @param id the first part of the scopes of its catalogs
 * @param name what people call it
 * @param state where it is in its life
 * @param version raised by every change; what a change has to name
 * @param properties whatever the application keeps with it
 * @param createdAt when it was created
 */
public record Tenant(
    String id,
    String name,
    LifeState state,
    long version,
    Map<String, String> properties,
    Instant createdAt) {}
