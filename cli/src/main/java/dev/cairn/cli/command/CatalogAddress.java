package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.core.Cairn;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A catalog as an argument: {@code tenant/catalog} by names, or {@code @tenant/catalog} by the IDs
 * of its scope, which also leads to what belongs to no catalog. IDs that are the names of a catalog
 * are taken for a mistake, unless a scope really has them.
 */
record CatalogAddress(boolean isScope, String tenant, String catalog) {
  private static final String SCOPE = "@";

  /** What help says of it. */
  static final String LABEL = "TENANT/CATALOG";

  /** Reads arguments. */
  static final class Converter implements ITypeConverter<CatalogAddress> {
    @Override
    public CatalogAddress convert(String text) {
      try {
        return parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "'%s' is no catalog; write tenant/catalog, with %%2F for a slash in a name, or @ and the IDs of a scope"
                .formatted(text));
      }
    }
  }

  static CatalogAddress parse(String text) {
    boolean isScope = text.startsWith(SCOPE);
    List<Bytes> names =
        Key.elements(KeyText.parse(isScope ? text.substring(SCOPE.length()) : text));
    if (names.size() != 2 || names.stream().anyMatch(Bytes::isEmpty)) {
      throw new IllegalArgumentException(text);
    }
    return new CatalogAddress(isScope, names.get(0).toUtf8(), names.get(1).toUtf8());
  }

  /** Where its rows are. */
  Scope scope(Cairn cairn) {
    if (!isScope) {
      return find(cairn).scope();
    }
    Scope scope = new Scope(tenant, catalog);
    if (!scope.equals(Scope.SYSTEM)
        && isNameOfCatalog(cairn.catalogs())
        && isUnused(cairn, scope)) {
      throw CommandException.usage(
          "there is nothing under the IDs %s, but a catalog of that name; write %s for it"
              .formatted(this, byName()));
    }
    return scope;
  }

  private boolean isNameOfCatalog(Catalogs catalogs) {
    try {
      return isNameOfTenant(catalogs) && catalogs.findCatalog(tenant, catalog).isPresent();
    } catch (DamagedDataException e) {
      return false; // IDs are the only way to catalogs whose names are lost
    }
  }

  private boolean isNameOfTenant(Catalogs catalogs) {
    return catalogs.findTenant(tenant).isPresent();
  }

  private static boolean isUnused(Cairn cairn, Scope scope) {
    try (Store store = cairn.store(scope)) {
      return store.listReferences().isEmpty();
    }
  }

  private String byName() {
    return new CatalogAddress(false, tenant, catalog).toString();
  }

  /**
   * Where to put rows from elsewhere: an existing catalog by its name, or a scope by IDs that are
   * no names, since rows under those would be in no catalog and look as if they were.
   */
  Scope scopeToFill(Cairn cairn) {
    Catalogs catalogs = cairn.catalogs();
    boolean isThere = isNameOfTenant(catalogs) && catalogs.findCatalog(tenant, catalog).isPresent();
    if (isScope && isNameOfTenant(catalogs)) {
      throw CommandException.usage(
          "%s is the scope with these IDs, and not the catalog with these names; %s"
              .formatted(
                  this,
                  isThere
                      ? "write --into " + byName()
                      : "create the catalog by: cairn catalog create %1$s, and write --into %1$s"
                          .formatted(byName())));
    }
    if (!isScope && !isThere) {
      throw CommandException.notFound(
          "there is no catalog %1$s to put it into; create it by: cairn catalog create %1$s"
              .formatted(this));
    }
    return scope(cairn);
  }

  /** The catalog, which has to be there. */
  Catalog find(Cairn cairn) {
    if (isScope) {
      throw CommandException.usage(
          "this needs a catalog by name, as tenant/catalog, and not the IDs of a scope");
    }
    Catalogs catalogs = cairn.catalogs();
    if (!isNameOfTenant(catalogs)) {
      throw UnknownNames.noTenant(catalogs, tenant);
    }
    return catalogs
        .findCatalog(tenant, catalog)
        .orElseThrow(() -> UnknownNames.noCatalog(catalogs, tenant, catalog));
  }

  /** Its store, whatever state it is in: operators may look at what users may not open. */
  Store store(Cairn cairn) {
    return cairn.store(scope(cairn));
  }

  @Override
  public String toString() {
    return (isScope ? SCOPE : "") + KeyText.of(Key.of(tenant, catalog));
  }
}
