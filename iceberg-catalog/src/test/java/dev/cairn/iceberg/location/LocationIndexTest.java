package dev.cairn.iceberg.location;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LocationIndexTest {
  @RegisterExtension final Seed seed = Seed.ofRun();

  private final Cairn cairn =
      Cairn.open(Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()));
  private final Store store = cairn.store(new Scope("acme", "sales"));

  @BeforeEach
  void create() {
    store.createReference("main");
  }

  @AfterEach
  void close() {
    cairn.close();
  }

  private <R> R inChange(Function<WorkingIndex<Bytes>, R> work) {
    return store
        .commit(
            "main",
            workspace -> work.apply(workspace.index(LocationIndex.NAME, ValueSerializer.bytes())))
        .value();
  }

  private static Location at(String path) {
    return Location.parse("s3://bucket/" + path);
  }

  @Test
  void equalInnerAndOuterLocationsOfOthersOverlapAndNeighboursDoNot() {
    inChange(
        index -> {
          LocationIndex.add(index, List.of(at("w/t"), at("data/t")), 7);
          return true;
        });
    for (String taken : List.of("w/t", "w//t/", "w/t/data", "w", "data", "data/t/x/y", "")) {
      assertEquals(
          OptionalLong.of(7), inChange(index -> LocationIndex.overlap(index, at(taken), 8)), taken);
    }
    for (String free : List.of("w/t2", "w/s", "w/tt/x", "other", "data/t-1")) {
      assertEquals(
          OptionalLong.empty(), inChange(index -> LocationIndex.overlap(index, at(free), 8)), free);
    }
    assertEquals(OptionalLong.empty(), inChange(index -> LocationIndex.overlap(index, at("w"), 7)));
    assertEquals(
        OptionalLong.empty(),
        inChange(index -> LocationIndex.overlap(index, Location.parse("gs://bucket/w/t"), 8)));
  }

  @Test
  void onlyTheOwnerFreesALocation() {
    inChange(
        index -> {
          LocationIndex.add(index, List.of(at("w/t")), 7);
          LocationIndex.remove(index, List.of(at("w/t"), at("w/none")), 8);
          return true;
        });
    assertEquals(OptionalLong.of(7), inChange(index -> LocationIndex.overlap(index, at("w/t"), 8)));
    inChange(
        index -> {
          LocationIndex.remove(index, List.of(at("w/t")), 7);
          return true;
        });
    assertEquals(
        OptionalLong.empty(), inChange(index -> LocationIndex.overlap(index, at("w/t"), 8)));
  }

  @Test
  void aPlaceOfTwoOwnersIsFreedByBoth() {
    inChange(
        index -> {
          LocationIndex.add(index, List.of(at("w/t")), 7);
          LocationIndex.add(index, List.of(at("w/t"), at("w/t")), 8);
          assertEquals("00000000000000070000000000000008", value(index), "the form is permanent");
          assertEquals(OptionalLong.of(7), LocationIndex.overlap(index, at("w"), 8));
          assertEquals(
              OptionalLong.of(8), LocationIndex.overlap(index, at("w/t/x"), 9, id -> id == 8));
          LocationIndex.remove(index, List.of(at("w/t")), 7);
          assertEquals("0000000000000008", value(index));
          LocationIndex.remove(index, List.of(at("w/t")), 7);
          LocationIndex.remove(index, List.of(at("w/t")), 8);
          assertEquals(OptionalLong.empty(), LocationIndex.overlap(index, at("w/t"), 9));
          return true;
        });
  }

  private static String value(WorkingIndex<Bytes> index) {
    return index.get(at("w/t").key()).orElseThrow().toHex();
  }

  @Test
  void anyLocationsOverlapExactlyIfOneIsWithinTheOther() {
    Random random = seed.random("locations");
    Map<Location, Long> model = new HashMap<>();
    inChange(
        index -> {
          for (int i = 0; i < 2_000; i++) {
            Location location = anywhere(random);
            long owner = random.nextInt(20);
            boolean isTaken =
                model.entrySet().stream()
                    .anyMatch(
                        other ->
                            other.getValue() != owner
                                && (other.getKey().isWithin(location)
                                    || location.isWithin(other.getKey())));
            assertEquals(
                isTaken,
                LocationIndex.overlap(index, location, owner).isPresent(),
                location::toString);
            if (!isTaken && random.nextBoolean()) {
              LocationIndex.add(index, List.of(location), owner);
              model.put(location, owner);
            } else if (model.remove(location, owner)) {
              LocationIndex.remove(index, List.of(location), owner);
            }
          }
          return true;
        });
  }

  private static Location anywhere(Random random) {
    List<String> segments = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      segments.add("abc".substring(0, 1 + random.nextInt(3)) + random.nextInt(2));
    }
    return at(String.join("/", segments));
  }
}
