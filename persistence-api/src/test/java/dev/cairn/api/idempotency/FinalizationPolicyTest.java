package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.idempotency.FinalizationPolicy.Disposition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinalizationPolicyTest {
  @ParameterizedTest
  @CsvSource({
    "200, FINALIZE",
    "201, FINALIZE",
    "204, FINALIZE",
    "400, FINALIZE",
    "404, FINALIZE",
    "409, FINALIZE",
    "422, FINALIZE",
    "401, RELEASE",
    "403, RELEASE",
    "408, RELEASE",
    "425, RELEASE",
    "429, RELEASE",
    "500, KEEP",
    "502, KEEP",
    "503, KEEP",
    "504, KEEP",
    "302, KEEP",
    "100, KEEP"
  })
  void onlyWhatIsFinalIsKept(int status, Disposition disposition) {
    assertEquals(disposition, FinalizationPolicy.DEFAULT.of(Outcome.of(status)));
  }
}
