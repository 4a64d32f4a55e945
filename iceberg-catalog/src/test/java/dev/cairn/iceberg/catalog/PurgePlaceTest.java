package dev.cairn.iceberg.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.iceberg.location.Location;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PurgePlaceTest {
  private final PurgePlace place =
      new PurgePlace(
          Location.parse("s3a://bucket//w/t//"),
          List.of(Location.parse("s3://bucket/w/t/live"), Location.parse("s3://bucket/w/t/%41")));

  @Test
  void aListingDoesNotShowNeighbours() {
    assertEquals("s3a://bucket//w/t/", place.prefix());
    assertFalse(place.isCovered());
    assertTrue(new PurgePlace(place.own(), List.of(place.own())).isCovered());
    assertTrue(new PurgePlace(place.own(), List.of(Location.parse("s3://bucket/w"))).isCovered());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3a://bucket//w/t/data/f.parquet",
        "s3a://bucket//w/t/live2/f.parquet",
        "s3a://bucket//w/t//f.parquet",
        // As Iceberg writes the partitions n/a, a?b, a#b, a\\b and a line feed.
        "s3a://bucket//w/t/data/p=n%2Fa/f.parquet",
        "s3a://bucket//w/t/data/p=a%3Fb/f.parquet",
        "s3a://bucket//w/t/data/p=a%23b/f.parquet",
        "s3a://bucket//w/t/data/p=a%5Cb/f.parquet",
        "s3a://bucket//w/t/data/p=%0A/f.parquet",
        "s3a://bucket//w/t/data/p=%252F/f.parquet"
      })
  void filesBelowItAreDeleted(String file) {
    assertTrue(place.isToBeDeleted(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3a://bucket//w/t2/f.parquet",
        "s3a://other//w/t/f.parquet",
        "s3a://bucket//w/t/live/f.parquet",
        "s3a://bucket//w/t//live//f.parquet",
        "s3a://bucket//w/t/l%69ve/f.parquet",
        "s3a://bucket//w/t/A/f.parquet",
        "s3a://bucket//w/t/x/../live/f.parquet",
        "s3a://bucket//w/t/x#y",
        "s3a://bucket//w/t/live/f?x",
        "s3a://bucket//w/t/live%2Ff",
        "s3a://bucket//w/t/live%252Ff",
        "s3a://bucket//w/t/l%2569ve/f",
        "s3a://bucket//w/t/x%2F..%2Flive/f",
        "s3a://bucket//w/t/x%252F%2e%2e/f",
        "s3a://bucket//w/t/x\\y",
        "s3a://bucket//w/t/%25252525252525",
        "f.parquet"
      })
  void filesThatAreOrCouldBeThoseOfOthersStay(String file) {
    assertFalse(place.isToBeDeleted(file));
  }
}
