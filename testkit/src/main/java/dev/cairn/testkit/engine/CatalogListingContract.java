package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.contract.ContractPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Listings of tenants and catalogs: by page, all pages of one state. */
public interface CatalogListingContract extends ContractPart {
  /** All pages; {@code between} runs after each of them. */
  private static <T> List<T> walk(Function<PageRequest, Listing<T>> pages, Runnable between) {
    List<T> all = new ArrayList<>();
    Optional<PageRequest> request = Optional.of(PageRequest.first(2));
    while (request.isPresent()) {
      Listing<T> page = pages.apply(request.get());
      all.addAll(page.items());
      request = page.next().map(token -> PageRequest.after(token, 2));
      between.run();
    }
    return all;
  }

  // One process lists; after each page, another one creates, deactivates and purges.
  @Test
  default void allPagesOfCatalogsShowTheStateOfTheFirst() {
    String tenant = UUID.randomUUID().toString();
    try (Cairn reader = RealProcess.start(backend());
        Cairn writer = RealProcess.start(backend())) {
      Catalogs catalogs = writer.catalogs();
      catalogs.createTenant(tenant, Map.of());
      List<Catalog> created = new ArrayList<>();
      for (String name : List.of("a", "b", "c", "d", "é")) {
        created.add(catalogs.createCatalog(tenant, name, Map.of("name", name)));
      }
      List<Catalog> left = new ArrayList<>(created);
      List<Catalog> found =
          walk(
              page -> reader.catalogs().listCatalogs(tenant, page),
              () -> {
                Catalog last = left.remove(left.size() - 1);
                catalogs.purgeCatalog(catalogs.deactivateCatalog(last));
                catalogs.createCatalog(tenant, last.name() + "2", Map.of());
              });
      assertEquals(created, found);
      assertEquals(
          List.of("a", "b", "c2", "d2", "é2"),
          walk(page -> reader.catalogs().listCatalogs(tenant, page), () -> {}).stream()
              .map(Catalog::name)
              .toList());
    }
  }

  @Test
  default void allPagesOfTenantsShowTheStateOfTheFirst() {
    String prefix = UUID.randomUUID().toString();
    try (Cairn reader = RealProcess.start(backend());
        Cairn writer = RealProcess.start(backend())) {
      for (String name : List.of("c", "a", "b")) {
        writer.catalogs().createTenant(prefix + name, Map.of());
      }
      List<String> between = new ArrayList<>();
      List<String> found =
          walk(
                  reader.catalogs()::listTenants,
                  () -> {
                    String name = prefix + "a" + between.size();
                    writer.catalogs().createTenant(name, Map.of());
                    between.add(name);
                  })
              .stream()
              .map(Tenant::name)
              .filter(name -> name.startsWith(prefix))
              .toList();
      assertEquals(List.of(prefix + "a", prefix + "b", prefix + "c"), found);
      Listing<Tenant> first = reader.catalogs().listTenants(PageRequest.first(1));
      PageRequest next = PageRequest.after(first.next().orElseThrow(), 1);
      assertThrows(
          InvalidPageTokenException.class,
          () -> reader.catalogs().listCatalogs(prefix + "a", next),
          "a token belongs to its own listing");
    }
  }
}
