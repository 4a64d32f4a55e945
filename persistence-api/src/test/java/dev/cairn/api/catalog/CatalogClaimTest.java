package dev.cairn.api.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogClaimTest {
  @Test
  void emptyElementsDoNotCount() {
    CatalogClaim claim = new CatalogClaim("storage", "s3://bucket//sales/");
    assertEquals(List.of("s3:", "bucket", "sales"), claim.elements());
    assertEquals(claim.elements(), new CatalogClaim("storage", "s3:/bucket/sales").elements());
    assertEquals("storage s3://bucket//sales/", claim.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "//", "a/./b", "a/..", "../a", "a\u0000b"})
  void aPathWithoutElementsOrWithSpecialOnesIsRefused(String path) {
    assertThrows(IllegalArgumentException.class, () -> new CatalogClaim("storage", path));
  }

  @Test
  void nameSpacesAndPathsAreBounded() {
    String most = "a/".repeat(CatalogClaim.MAX_ELEMENTS);
    assertEquals(CatalogClaim.MAX_ELEMENTS, new CatalogClaim("storage", most).elements().size());
    IllegalArgumentException tooDeep =
        assertThrows(IllegalArgumentException.class, () -> new CatalogClaim("storage", most + "a"));
    assertTrue(tooDeep.getMessage().contains("1 to 128 elements, not 129"), tooDeep.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new CatalogClaim("", "a"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CatalogClaim("s".repeat(CatalogClaim.MAX_SPACE_BYTES + 1), "a"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CatalogClaim("storage", "p".repeat(CatalogClaim.MAX_PATH_BYTES + 1)));
  }
}
