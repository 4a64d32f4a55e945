/**
 * The command {@code migrate}: registers what another Iceberg REST catalog has in a warehouse.
 *
 * <p>{@code SourceCatalog} reads the other catalog page by page, with the properties and secrets of
 * {@code SourceProperties}. {@code Migration} walks its namespaces and takes over one after the
 * other, {@code Registration} decides about one table or view, and {@code MigrationReport} counts
 * and names what was skipped.
 */
@NullMarked
package dev.cairn.cli.migrate;

import org.jspecify.annotations.NullMarked;
