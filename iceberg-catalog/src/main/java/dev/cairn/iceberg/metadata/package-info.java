/**
 * Managed metadata: the stored form of Iceberg tables and views.
 *
 * <p>A table is a {@link dev.cairn.iceberg.metadata.TableState} and the immutable objects that it
 * names. Commits add and replace as few of them as possible, so the bytes that an append writes do
 * not grow with the number of snapshots:
 *
 * <ul>
 *   <li>{@link dev.cairn.iceberg.metadata.TableState}: scalars, refs, the newest snapshots, the
 *       ends of both logs, and where the rest is. Every commit writes a new one.
 *   <li>{@link dev.cairn.iceberg.metadata.TableDefinition}: schemas, partition specs, sort orders,
 *       properties and key-encryption keys; written again only when they change.
 *   <li>{@link dev.cairn.iceberg.metadata.SnapshotLeaf}: older snapshots as raw JSON. A {@link
 *       dev.cairn.iceberg.metadata.LeafEntry} says which slots of a leaf expired, and where the
 *       {@link dev.cairn.iceberg.metadata.StatisticsSidecar} of its snapshots is. Young leaves are
 *       listed in the state, merged ones in {@link dev.cairn.iceberg.metadata.LeafDirectory} pages.
 *   <li>{@link dev.cairn.iceberg.metadata.LogLeaf}: older entries of a {@link
 *       dev.cairn.iceberg.metadata.LogState}, the snapshot log or the metadata log.
 *   <li>{@link dev.cairn.iceberg.metadata.RefTable}: refs that are too many for the state.
 * </ul>
 *
 * <p>{@link dev.cairn.iceberg.metadata.TableStates} creates, loads, exports and updates tables.
 * Loads and exports splice JSON text without parsing it, so fields of a snapshot that this release
 * does not know survive. An update runs Iceberg's own builder on a {@link
 * dev.cairn.iceberg.metadata.TableBase}, which holds only the snapshots that refs name unless the
 * update needs all of them. {@link dev.cairn.iceberg.metadata.StateWriter} then stores the
 * difference.
 *
 * <p>A view is one {@link dev.cairn.iceberg.metadata.ViewState}: Iceberg bounds its history.
 */
@NullMarked
package dev.cairn.iceberg.metadata;

import org.jspecify.annotations.NullMarked;
