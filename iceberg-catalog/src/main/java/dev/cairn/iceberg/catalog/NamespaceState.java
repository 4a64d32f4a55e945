package dev.cairn.iceberg.catalog;

import java.util.Map;

/**
 * The state of a namespace.
 *
 * @param properties its properties
 */
record NamespaceState(Map<String, String> properties) {}
