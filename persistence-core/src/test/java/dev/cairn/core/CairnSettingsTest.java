package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.core.internal.index.IndexLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CairnSettingsTest {
  // Messages say how young something has to be.
  @Test
  void withHardlyAnyGraceNothingIsYoungButNothingIsLessThanThat() {
    Configuration tiny =
        Configuration.builder()
            .set("cairn.commit.time-limit", "PT1S")
            .set("cairn.gc.grace", "PT8S")
            .set("cairn.max-clock-skew", "PT5S")
            .build(CairnSettings.ALL);
    assertEquals(Duration.ZERO, CairnSettings.commitLimits(tiny).young());
  }

  @Test
  void indexesHaveTheSizesThatWereChosenUnlessOthersAreSet() {
    Configuration usual = Configuration.builder().build(CairnSettings.ALL);
    assertEquals(IndexLimits.DEFAULT, CairnSettings.commitLimits(usual).index());
    Configuration largest =
        Configuration.builder()
            .set("cairn.index.embedded-size", "16k")
            .set("cairn.index.leaf-size", "65536")
            .set("cairn.index.buffer-size", "1536")
            .set("cairn.index.fanout", "32")
            .build(CairnSettings.ALL);
    assertEquals(
        new IndexLimits(16 << 10, 64 << 10, 1536, 32), CairnSettings.commitLimits(largest).index());
  }

  @ParameterizedTest
  @CsvSource({
    "cairn.index.embedded-size, 2047, from 2k to 16k",
    "cairn.index.embedded-size, 16385, from 2k to 16k",
    "cairn.index.leaf-size, 23k, from 24k to 64k",
    "cairn.index.leaf-size, 1g, from 24k to 64k",
    "cairn.index.leaf-size, 99999999999g, from 24k to 64k",
    "cairn.index.buffer-size, 0, from 1k to 1536",
    "cairn.index.buffer-size, 2k, from 1k to 1536",
    "cairn.index.fanout, 15, from 16 to 32",
    "cairn.index.fanout, 33, from 16 to 32",
    "cairn.index.fanout, -16, from 16 to 32"
  })
  void sizesThatWereNotMeasuredAreRefusedWithTheRange(String key, String value, String range) {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () ->
                Configuration.builder().set(key, value).build(CairnSettings.ALL).get(setting(key)));
    assertTrue(refused.getMessage().contains(key), refused.getMessage());
    assertTrue(refused.getMessage().contains(range), refused.getMessage());
  }

  private static Setting<?> setting(String key) {
    return CairnSettings.ALL.stream()
        .filter(each -> each.key().equals(key))
        .findAny()
        .orElseThrow();
  }
}
