package dev.cairn.api.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> NAMES = List.of("info", "import", "export", "demo", "sales");

  @Test
  void aSlipOfTheKeyboardLeadsToTheNameThatWasMeant() {
    assertEquals(Optional.of("info"), Nearest.to("inof", NAMES));
    assertEquals(Optional.of("info"), Nearest.to("inf", NAMES));
    assertEquals(Optional.of("import"), Nearest.to("imprt", NAMES));
    assertEquals(Optional.of("export"), Nearest.to("exprot", NAMES));
    assertEquals(Optional.of("sales"), Nearest.to("Sales", NAMES));
    assertEquals(Optional.of("demo"), Nearest.to("demo", NAMES));
  }

  @Test
  void whatIsLikeNoneOfThemLeadsNowhere() {
    assertEquals(Optional.empty(), Nearest.to("tenant", NAMES));
    assertEquals(Optional.empty(), Nearest.to("", NAMES));
    assertEquals(Optional.empty(), Nearest.to("info", List.of()));
  }
}
