package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Bytes as a release wrote them, by name: one {@code name hex} a line, {@code #} for comments. */
record GoldenFile(String name, Map<String, Bytes> entries) {
  static GoldenFile read(String name) throws IOException {
    Map<String, Bytes> entries = new LinkedHashMap<>();
    try (InputStream in = GoldenFile.class.getResourceAsStream("/golden/" + name)) {
      assertNotNull(in, "the golden file " + name + " is missing");
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", 2))
          .forEach(entry -> entries.put(entry[0], Bytes.ofHex(entry[1])));
    }
    return new GoldenFile(name, entries);
  }

  /** Holds that the stored bytes are read as these values and that the values give those bytes. */
  <V> void holds(
      Map<String, V> values, Function<V, Bytes> writer, Function<Map.Entry<V, Bytes>, V> reader) {
    assertEquals(entries.keySet(), values.keySet(), "golden/" + name + " has other entries");
    values.forEach(
        (entry, value) -> {
          Bytes stored = entries.get(entry);
          assertEquals(value, readAs(entry, reader, Map.entry(value, stored)), failure(entry));
          assertEquals(stored.toHex(), writer.apply(value).toHex(), failure(entry));
        });
  }

  private <V> V readAs(
      String entry, Function<Map.Entry<V, Bytes>, V> reader, Map.Entry<V, Bytes> stored) {
    try {
      return reader.apply(stored);
    } catch (CairnException e) {
      throw new AssertionError(failure(entry), e);
    }
  }

  private String failure(String entry) {
    return ("'%s' of golden/%s is no longer read or written as a release stored it. A persisted"
            + " format may not change: restore it, or add a new format next to it that is read by"
            + " its own number")
        .formatted(entry, name);
  }
}
