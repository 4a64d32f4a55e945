package dev.cairn.iceberg.catalog;

import java.util.List;

/**
 * Where an entity is, by its ID.
 *
 * @param kind what it is
 * @param index the index that it is in
 * @param key its key in that index, as hexadecimal digits
 * @param locations all locations that it ever had, as they were given
 */
record EntityRecord(EntityKind kind, String index, String key, List<String> locations) {}
