package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java writes half of a surrogate pair as '?' in UTF-8, so two different texts would be one. */
class MalformedTextTest {
  private static final List<String> MALFORMED =
      List.of("\uD83D", "a\uD83Db", "\uDE80", "\uDE80\uD83D", "x".repeat(100) + "\uD800");

  /** Where text becomes bytes. */
  private record Place(String name, Consumer<String> use) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Place> places() {
    return Stream.of(
        new Place("bytes", text -> Bytes.ofUtf8(text)),
        new Place("a key", text -> Key.of("a", text)),
        new Place("a binary format", text -> new ByteWriter(8).putText(text)),
        new Place("an object's name", text -> ObjectId.ofName(text)),
        new Place("a reference", text -> new ReferenceKey(Scope.SYSTEM, text)),
        new Place("a tenant", text -> new Scope(text, "c")),
        new Place("a catalog", text -> new Scope("t", text)),
        new Place("a type", text -> new ObjectRef(text, 1)),
        new Place("a principal", text -> Principal.of(text)),
        new Place("an operation", text -> request(text, "/r")),
        new Place("a resource", text -> request("op", text)),
        new Place("a path", text -> RequestKey.of(Principal.NONE, "op", "/a/" + text, key())),
        new Place("a request", text -> commitKey(text, "")),
        new Place("a step", text -> commitKey("r", text)),
        new Place("a header's name", text -> Outcome.of(200).withHeaders(Map.of(text, List.of()))),
        new Place("a header", text -> Outcome.of(200).withHeaders(Map.of("h", List.of(text)))),
        new Place("a content type", text -> Outcome.of(200, text, Bytes.empty())),
        new Place("a resource's ID", text -> Outcome.of(200).withResourceId(text)),
        new Place("a setting", text -> setting(text)),
        new Place("a commit's ID", text -> CommitId.parse(commitId(text))));
  }

  private static String commitId(String reference) {
    return new CommitId(reference, 1, new HeadId(1, 1), 1).toString();
  }

  private static IdempotencyKey key() {
    return KeyRule.PATTERN.parse("k");
  }

  private static void setting(String text) {
    Setting<String> setting = Setting.text("cairn.some.name", "a name");
    try {
      Configuration unused =
          Configuration.builder().set("cairn.some.name", text).build(List.of(setting));
    } catch (ConfigurationException e) {
      throw (IllegalArgumentException) e.getCause();
    }
  }

  private static RequestKey request(String operation, String resource) {
    return new RequestKey(Principal.NONE, operation, resource, key());
  }

  private static CommitKey commitKey(String request, String step) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    return new CommitKey(request, step, now, now, Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @MethodSource("places")
  void halfOfASurrogatePairIsRefusedWhereTextBecomesBytes(Place place) {
    for (String text : MALFORMED) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> place.use.accept(text));
      assertTrue(e.getMessage().contains("is not well-formed Unicode"), e.getMessage());
      assertTrue(e.getMessage().contains(" at position "), e.getMessage());
      assertTrue(e.getMessage().length() < 250, "a long text is not repeated: " + e.getMessage());
      assertTrue(
          StandardCharsets.UTF_8.newEncoder().canEncode(e.getMessage()),
          "the message itself is well-formed");
    }
  }

  @Test
  void theTextIsNamedEscapedWithThePositionOfTheCharacter() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Key.of("a\tb\uD83D\uDE80\uDC00c"));
    assertEquals(
        "an element of a key is not well-formed Unicode: 'a\\u0009b\uD83D\uDE80\\uDC00c' has half of"
            + " a surrogate pair, U+DC00, at position 5; send text without it, or bytes",
        e.getMessage());
  }

  @Test
  void wellFormedTextBeyondTheBasicPlaneIsTaken() {
    for (String text : List.of("", "\uD83D\uDE80", "a\uD83D\uDE80\uD83D\uDE80z", "\uFFFF\uE000")) {
      assertEquals(text, Bytes.ofUtf8(text).toUtf8());
    }
  }
}
