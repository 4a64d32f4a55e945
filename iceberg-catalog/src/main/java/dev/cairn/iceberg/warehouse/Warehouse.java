package dev.cairn.iceberg.warehouse;

import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.LifeState;
import java.time.Instant;
import org.apache.iceberg.exceptions.ValidationException;

/** A warehouse as it was read. Changes are conditional on its {@linkplain #version version}. */
public final class Warehouse {
  private final Catalog catalog;

  Warehouse(Catalog catalog) {
    this.catalog = catalog;
  }

  Catalog catalog() {
    return catalog;
  }

  /** Its name, unique within the tenant. */
  public String name() {
    return catalog.name();
  }

  /** The scope of its rows. */
  public Scope scope() {
    return catalog.scope();
  }

  /** Its lifecycle state. */
  public LifeState state() {
    return catalog.state();
  }

  /** Raised by every change. */
  public long version() {
    return catalog.version();
  }

  /** When it was created. */
  public Instant createdAt() {
    return catalog.createdAt();
  }

  /**
   * Its properties.
   *
   * @throws ValidationException if they were changed by other means to what no warehouse can have
   */
  public WarehouseProperties properties() {
    return WarehouseProperties.of(catalog.properties());
  }

  @Override
  public String toString() {
    return "warehouse " + name() + " of version " + version();
  }
}
