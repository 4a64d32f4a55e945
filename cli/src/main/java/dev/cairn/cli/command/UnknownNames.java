package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.internal.Nearest;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import java.util.Collection;

/** What to say of names that are not there: the one that was probably meant, and where to look. */
final class UnknownNames {
  private UnknownNames() {}

  /** A part of a message about {@code name}: the nearest of {@code names}, or nothing. */
  static String didYouMean(String name, Collection<String> names) {
    return Nearest.to(name, names).map(" (did you mean %s?)"::formatted).orElse("");
  }

  static CommandException noTenant(Catalogs catalogs, String name) {
    return CommandException.notFound(
        "there is no tenant '%s'%s; list them by: cairn tenant list"
            .formatted(
                name,
                didYouMean(name, Lists.all(catalogs::listTenants).map(Tenant::name).toList())));
  }

  static CommandException noCatalog(Catalogs catalogs, String tenant, String name) {
    Collection<String> names =
        Lists.all(page -> catalogs.listCatalogs(tenant, page)).map(Catalog::name).toList();
    return CommandException.notFound(
        "there is no catalog '%s' of tenant '%s'%s; list them by: cairn catalog list %s"
            .formatted(name, tenant, didYouMean(name, names), tenant));
  }

  static CommandException noReference(Store store, CatalogAddress address, String name) {
    Collection<String> names = store.listReferences().stream().map(Reference::name).toList();
    return CommandException.notFound(
        "there is no reference '%s' in %s%s; list them by: cairn ref list %s"
            .formatted(name, address, didYouMean(name, names), address));
  }
}
