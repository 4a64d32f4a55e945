package dev.cairn.iceberg.location;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.index.Key;
import java.util.List;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  @ParameterizedTest
  @CsvSource({
    "s3://bucket/a/b, s3://bucket/a/b",
    "s3a://bucket/a/b, s3://bucket/a/b",
    "s3n://bucket/a/b, s3://bucket/a/b",
    "S3A://Bucket/a/b/, s3://bucket/a/b",
    "s3://bucket//a///b//, s3://bucket/a/b",
    "s3://bucket, s3://bucket/",
    "s3://bucket/, s3://bucket/",
    "s3://bucket/a%20b/%41, s3://bucket/a b/A",
    "s3://bucket/A, s3://bucket/A",
    "s3://bucket/%C3%BC, s3://bucket/ü",
    "s3://bucket/50%/x%zz, s3://bucket/50%/x%zz",
    "s3://bucket/.../..a/a.., s3://bucket/.../..a/a..",
    "abfss://container@account.dfs.core.windows.net/a, abfss://container@account.dfs.core.windows.net/a",
    "gs://bucket/a, gs://bucket/a",
    "/a/b, file:///a/b",
    "file:/a/b, file:///a/b",
    "file:///a/b/, file:///a/b",
    "file://localhost/a/b, file:///a/b",
    "FILE:/a//b, file:///a/b"
  })
  void spellingsOfOnePlaceHaveOneNormalForm(String location, String normal) {
    assertEquals(normal, Location.parse(location).toString());
  }

  /** Normal forms are stored. If they meant another place when read, that place would be freed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://bucket/%2541/50%/x%zz",
        "s3://bucket/%%41/%252541",
        "s3://bucket/%25%34%31",
        "s3://bucket/a%20b/%C3%BC",
        "file:/a/%25%32%35"
      })
  void aNormalFormParsesToTheSamePlace(String location) {
    Location parsed = Location.parse(location);
    assertEquals(parsed, Location.parse(parsed.toString()));
    assertEquals(parsed.toString(), Location.parse(parsed.toString()).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://bucket/allowed/../other",
        "s3://bucket/allowed/..",
        "s3://bucket/./a",
        "s3://bucket/allowed/%2e%2e/other",
        "s3://bucket/allowed/%2E%2e/other",
        "s3://bucket/allowed/.%2e/other",
        "s3://bucket/allowed/%252e%252e/other",
        "s3://bucket/allowed/%25252e%25252e/other",
        "s3://bucket/allowed/a%2f..%2fb",
        "s3://bucket/allowed/a%2Fb",
        "s3://bucket/allowed/a%252fb",
        "s3://bucket/allowed/%5c..",
        "s3://bucket/a\\..\\b",
        "s3://bucket/allowed?/x",
        "s3://bucket/allowed#x",
        "s3://bucket/allowed%23x",
        "s3://bucket/allowed%3fx",
        "s3://bucket/a\0b",
        "s3://bucket/a%00b",
        "s3://bucket/a\nb",
        "s3://bucket/a%0ab",
        "s3://bucket/%2525252525252541",
        "s3:///a",
        "s3:a/b",
        "s3:/bucket/a",
        "s3://../bucket/a",
        "s3://buck%65t/a",
        "file://otherhost/a",
        "file:",
        "file://localhost",
        "file:a/b",
        "a/b",
        "C:\\a\\b",
        "://bucket/a",
        "1s3://bucket/a",
        ""
      })
  void hostileSpellingsAreRefused(String location) {
    assertThrows(ValidationException.class, () -> Location.parse(location));
  }

  @Test
  void aLocationThatIsTooLongForAKeyIsRefused() {
    assertThrows(
        ValidationException.class, () -> Location.parse("s3://bucket/" + "a".repeat(5000)));
    assertThrows(
        ValidationException.class, () -> Location.parse("s3://bucket/" + "a/".repeat(600)));
  }

  @Test
  void withinIsDecidedBySegments() {
    Location table = Location.parse("s3://bucket/warehouse/t");
    assertTrue(Location.parse("s3a://bucket/warehouse/t/data").isWithin(table));
    assertTrue(table.isWithin(table));
    assertFalse(Location.parse("s3://bucket/warehouse/t2").isWithin(table));
    assertFalse(Location.parse("s3://bucket2/warehouse/t/data").isWithin(table));
    assertFalse(Location.parse("gs://bucket/warehouse/t/data").isWithin(table));
    assertFalse(table.isWithin(Location.parse("s3://bucket/warehouse/t/data")));
  }

  @Test
  void allowedPrefixesAreCheckedAfterNormalization() {
    AllowedLocations allowed =
        AllowedLocations.of(List.of("s3a://bucket/sales/", "file:/warehouse"));
    assertEquals("s3://bucket/sales/t", allowed.check("s3://bucket//sales/t/").toString());
    assertEquals("file:///warehouse", allowed.check("/warehouse").toString());
    for (String other :
        List.of("s3://bucket/sales2/t", "s3://bucket/Sales/t", "s3://other/sales/t", "/etc")) {
      assertThrows(ForbiddenException.class, () -> allowed.check(other), other);
    }
    assertThrows(ValidationException.class, () -> allowed.check("s3://bucket/sales/../x"));
    assertThrows(ForbiddenException.class, () -> AllowedLocations.of(List.of()).check("/a"));
  }

  @Test
  void theKeyIsSchemeAndBucketAndThenEachSegment() {
    assertEquals(Key.of("s3://bucket", "a", "b"), Location.parse("s3a://bucket/a//b/").key());
    assertNotEquals(
        Location.parse("s3://bucket/a/b").key(), Location.parse("s3://bucket/ab").key());
  }
}
