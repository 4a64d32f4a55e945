package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claims of catalogs: no two of them overlap, whichever processes and tenants want them. */
public interface ClaimContract extends ContractPart {
  /** One process, and names that no other test uses. */
  final class Claimants implements AutoCloseable {
    private final String unique = UUID.randomUUID().toString();
    final Cairn cairn;
    final Catalogs catalogs;

    Claimants(ClaimContract part) {
      cairn = RealProcess.start(part.backend());
      catalogs = cairn.catalogs();
      catalogs.createTenant(unique, Map.of());
      catalogs.createTenant(unique + " other", Map.of());
    }

    CatalogClaim claim(String path) {
      return new CatalogClaim("space " + unique, path);
    }

    List<CatalogClaim> claims(String... paths) {
      return Stream.of(paths).map(this::claim).toList();
    }

    Catalog create(String name, String... paths) {
      return catalogs.createCatalog(unique, name, Map.of(), claims(paths));
    }

    Catalog createInOtherTenant(String name, Collection<CatalogClaim> claims) {
      return catalogs.createCatalog(unique + " other", name, Map.of(), claims);
    }

    Catalog find(String name) {
      return catalogs.findCatalog(unique, name).orElseThrow();
    }

    @Override
    public void close() {
      cairn.close();
    }
  }

  @Test
  default void equalAndNestedClaimsOfOtherCatalogsConflictAcrossTenants() {
    try (Claimants world = new Claimants(this)) {
      Catalog sales = world.create("sales", "s3://bucket/sales", "s3://bucket/shared/sales");
      assertEquals(world.claims("s3://bucket/sales", "s3://bucket/shared/sales"), sales.claims());
      assertEquals(sales, world.find("sales"));
      for (String path :
          List.of(
              "s3://bucket/sales",
              "s3:/bucket//sales/",
              "s3://bucket/sales/2024",
              "s3://bucket/sales/a/b/c",
              "s3://bucket/shared",
              "s3://bucket",
              "s3:")) {
        ClaimConflictException refused =
            assertThrows(
                ClaimConflictException.class,
                () -> world.createInOtherTenant("x", world.claims("elsewhere", path)));
        assertEquals(world.claim(path), refused.claim());
        assertTrue(sales.claims().contains(refused.existing()), refused.getMessage());
        assertTrue(String.valueOf(refused.getMessage()).contains(path), refused.getMessage());
        assertTrue(
            String.valueOf(refused.getMessage()).contains(refused.existing().path()),
            refused.getMessage());
        assertTrue(String.valueOf(refused.getMessage()).contains("'sales'"), refused.getMessage());
      }
      Catalog other =
          world.createInOtherTenant(
              "x",
              world.claims("s3://bucket/sale", "s3://bucket/sales2", "s3://bucket/shared/sale"));
      assertEquals(3, other.claims().size(), "a common beginning is no nesting");
      assertEquals(1, world.create("y", "elsewhere").claims().size(), "nothing was left behind");
      world.createInOtherTenant(
          "z", List.of(new CatalogClaim(UUID.randomUUID().toString(), "s3://bucket/sales")));
    }
  }

  @Test
  default void claimsAreAddedByUpdatesAndReleasedOnlyByPurge() {
    try (Claimants world = new Claimants(this)) {
      Catalog mine = world.create("mine", "a/b");
      Catalog other = world.create("other", "c");
      assertThrows(
          ClaimConflictException.class,
          () -> world.catalogs.updateCatalog(mine, Map.of("k", "v"), world.claims("c/d")));
      assertEquals(mine, world.find("mine"), "neither properties nor claims were changed");
      // Claims of one catalog may be nested, in either order, and given again.
      Catalog updated =
          world.catalogs.updateCatalog(
              mine, Map.of("k", "v"), world.claims("a", "a/b/", "a/b/c", "d"));
      assertEquals(world.claims("a", "a/b", "a/b/c", "d"), updated.claims());
      assertEquals(Map.of("k", "v"), updated.properties());
      Catalog plain = world.catalogs.updateCatalog(updated, Map.of());
      assertEquals(updated.claims(), plain.claims(), "claims that are not given again stay");
      Catalog off = world.catalogs.deactivateCatalog(plain);
      assertThrows(ClaimConflictException.class, () -> world.create("thief", "a/x"));
      Catalog on = world.catalogs.activateCatalog(off);
      assertThrows(ClaimConflictException.class, () -> world.create("thief", "d/e"));
      assertEquals(updated.claims(), on.claims());
      world.catalogs.purgeCatalog(world.catalogs.deactivateCatalog(on));
      assertEquals(
          world.claims("a/x", "d"), world.create("heir", "a/x", "d").claims(), "free again");
      assertThrows(ClaimConflictException.class, () -> world.create("mine", "a"));
      assertEquals(other, world.find("other"));
    }
  }

  // All processes check before any of them commits; one commit moves the head, the others run
  // again on it.
  @Test
  default void ofProcessesThatClaimTheSameAtOnceOneGetsIt() {
    try (Claimants world = new Claimants(this);
        Cairn second = RealProcess.start(backend())) {
      List<Catalogs> processes = List.of(world.catalogs, second.catalogs());
      List<String> paths = List.of("r", "r/a", "r/a/b", "r", "r/a", "r/a/c");
      List<CallOutcome<Catalog>> outcomes =
          Race.run(
              paths.size(),
              racer ->
                  CallOutcome.of(
                      () ->
                          processes
                              .get(racer % 2)
                              .createCatalog(
                                  world.unique,
                                  "racer " + racer,
                                  Map.of(),
                                  world.claims(paths.get(racer)))));
      List<Catalog> won =
          outcomes.stream()
              .filter(CallOutcome.Value.class::isInstance)
              .map(CallOutcome::get)
              .toList();
      outcomes.stream()
          .filter(CallOutcome.Failure.class::isInstance)
          .forEach(each -> each.thrown(ClaimConflictException.class));
      assertTrue(!won.isEmpty());
      for (Catalog a : won) {
        for (Catalog b : won) {
          assertTrue(a.equals(b) || !overlap(a, b), () -> a.claims() + " and " + b.claims());
        }
      }
    }
  }

  private static boolean overlap(Catalog a, Catalog b) {
    List<String> first = a.claims().get(0).elements();
    List<String> second = b.claims().get(0).elements();
    int common = Math.min(first.size(), second.size());
    return first.subList(0, common).equals(second.subList(0, common));
  }

  @Test
  default void whatIsNoClaimIsRefused() {
    for (String path : List.of("", "/", "//", "a/../b", "./a", "a\nb", "x".repeat(1025))) {
      assertThrows(IllegalArgumentException.class, () -> new CatalogClaim("s", path), () -> path);
    }
    assertThrows(IllegalArgumentException.class, () -> new CatalogClaim("", "a"));
    assertThrows(IllegalArgumentException.class, () -> new CatalogClaim("s", "a/".repeat(129)));
    try (Claimants world = new Claimants(this)) {
      Catalog full =
          world.create(
              "full",
              Stream.iterate(0, i -> i + 1)
                  .limit(Catalogs.MAX_CLAIMS)
                  .map(i -> "p" + i)
                  .toArray(String[]::new));
      assertThrows(
          IllegalArgumentException.class,
          () -> world.catalogs.updateCatalog(full, Map.of(), world.claims("more")));
      assertEquals(
          full.claims(), world.catalogs.updateCatalog(full, Map.of(), world.claims("p1")).claims());
      assertEquals(List.of(), world.create("none").claims());
    }
  }
}
