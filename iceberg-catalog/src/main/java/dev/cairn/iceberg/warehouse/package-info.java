/**
 * Warehouses: catalogs of the store that hold Iceberg catalogs.
 *
 * <p>{@link dev.cairn.iceberg.warehouse.Warehouses} creates, lists, updates and opens the
 * warehouses of one tenant. {@link dev.cairn.iceberg.warehouse.WarehouseProperties} are the
 * properties that they understand; every location among them is a claim, which no warehouse of any
 * tenant shares with another. An {@link dev.cairn.iceberg.warehouse.OpenWarehouse} is the Iceberg
 * catalog with the files of its warehouse.
 */
@NullMarked
package dev.cairn.iceberg.warehouse;

import org.jspecify.annotations.NullMarked;
