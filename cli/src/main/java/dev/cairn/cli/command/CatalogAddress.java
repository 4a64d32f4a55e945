package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.core.Cairn;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A catalog as an argument: {@code tenant/catalog} by names, or {@code @tenant/catalog} by the IDs
 * of its scope, which also leads to what belongs to no catalog.
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
    return isScope ? new Scope(tenant, catalog) : find(cairn).scope();
  }

  /** The catalog, which has to be there. */
  Catalog find(Cairn cairn) {
    if (isScope) {
      throw CommandException.usage(
          "this needs a catalog by name, as tenant/catalog, and not the IDs of a scope");
    }
    return cairn
        .catalogs()
        .findCatalog(tenant, catalog)
        .orElseThrow(
            () ->
                CommandException.notFound(
                    "there is no catalog '%s' of tenant '%s'; list them by: cairn catalog list %s"
                        .formatted(catalog, tenant, tenant)));
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
