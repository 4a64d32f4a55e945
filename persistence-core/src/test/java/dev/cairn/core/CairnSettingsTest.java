package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.config.Configuration;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
}
