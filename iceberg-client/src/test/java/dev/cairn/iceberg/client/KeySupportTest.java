package dev.cairn.iceberg.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySupportTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"idempotency-key-lifetime\":\"PT30M\"}",
        " { \"overrides\" : {\"a\":\"}\\\"\"}, \"idempotency-key-lifetime\" : \"PT30M\" } ",
        "{\"endpoints\":[\"idempotency-key-lifetime\",{}],\"idempotency-key-lifetime\":\"PT30M\"}"
      })
  void aLifetimeAtTheTopLevelIsSupport(String config) {
    assertEquals(new KeySupport(Optional.of(Duration.ofMinutes(30))), KeySupport.of(config));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "\"",
        "{\"idempotency-key-lifetime\"",
        "{\"idempotency-key-lifetime\":",
        "{\"idempotency-key-lifetime\":\"",
        "{\"idempotency-key-lifetime\":null}",
        "{\"idempotency-key-lifetime\":1800}",
        "{\"idempotency-key-lifetime\":\"30m\"}",
        "{\"idempotency-key-lifetime\":\"PT0S\"}",
        "{\"idempotency-key-lifetime\":\"-PT30M\"}",
        "{\"defaults\":{\"idempotency-key-lifetime\":\"PT30M\"}}",
        "{\"a\":\"idempotency-key-lifetime\",\"b\":\"PT30M\"}",
        "{\"a\":\"\\\"idempotency-key-lifetime\\\":\\\"PT30M\\\"\"}"
      })
  void anythingElseIsNone(String config) {
    assertEquals(KeySupport.NONE, KeySupport.of(config));
  }

  @Test
  void retryAfterIsSecondsOrADate() {
    Instant now = Instant.parse("2026-11-18T10:00:00Z");
    assertEquals(Optional.of(Duration.ofSeconds(7)), RetryAfter.parse(" 7 ", now));
    assertEquals(
        Optional.of(Duration.ofSeconds(90)),
        RetryAfter.parse("Wed, 18 Nov 2026 10:01:30 GMT", now));
    assertEquals(
        Optional.of(Duration.ZERO), RetryAfter.parse("Wed, 18 Nov 2026 09:00:00 GMT", now));
    assertEquals(Optional.empty(), RetryAfter.parse("soon", now));
    assertEquals(Optional.empty(), RetryAfter.parse("-1", now));
  }
}
