/**
 * The Iceberg catalog of one warehouse, on the reference {@code main} of a store.
 *
 * <p>{@link dev.cairn.iceberg.catalog.IcebergCatalog} is what servers call, bound to a {@link
 * dev.cairn.iceberg.catalog.CatalogRequest}. Every mutation is one commit of the store: a {@link
 * dev.cairn.iceberg.catalog.MutationRun} plans it on a state, writes the metadata files, and
 * applies it if what it touches has not moved. Under a key, the head keeps a {@link
 * dev.cairn.iceberg.catalog.MutationSummary}, from which {@link
 * dev.cairn.iceberg.catalog.MutationReplays} restores the result. {@link
 * dev.cairn.iceberg.catalog.CatalogState} names the indexes:
 *
 * <ul>
 *   <li>{@code namespaces}: the levels of a name, to a {@link
 *       dev.cairn.iceberg.catalog.NamespaceState};
 *   <li>{@code contents}: a namespace as one element and a name, to the state of a table or view,
 *       as an {@link dev.cairn.iceberg.catalog.EntityEntry};
 *   <li>{@code locations}: see {@link dev.cairn.iceberg.location.LocationIndex};
 *   <li>{@code dropped}: an entity ID, to the last state and a {@link
 *       dev.cairn.iceberg.catalog.DroppedEntity};
 *   <li>{@code entities}: an entity ID, to an {@link dev.cairn.iceberg.catalog.EntityRecord};
 *   <li>{@code purges}: the ID of the entity whose purge ended last;
 *   <li>{@code resets}: the report of the last reset.
 * </ul>
 *
 * <p>An entity keeps its ID when it is renamed, dropped or undropped. IDs are never reused, so a
 * table that is dropped and created again inherits nothing. {@link
 * dev.cairn.iceberg.catalog.CatalogDrain} ends dropped entities, and {@link
 * dev.cairn.iceberg.catalog.CatalogHistory} restores earlier states of tables, views and the whole
 * catalog.
 */
@NullMarked
package dev.cairn.iceberg.catalog;

import org.jspecify.annotations.NullMarked;
