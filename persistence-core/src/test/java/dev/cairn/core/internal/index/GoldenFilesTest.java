package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Everything this package persists, as the first release wrote it. A release that writes other
 * bytes needs another format number, and must go on reading these.
 */
class GoldenFilesTest {
  private static final IndexLimits LIMITS = new IndexLimits(150, 120, 60, 4);

  /** References of two types, one with bytes, and bytes alone. */
  private static final class Serializer implements ValueSerializer<String> {
    @Override
    public ObjectRef reference(String value) {
      return value.startsWith("bytes")
          ? null
          : new ObjectRef(value.startsWith("view") ? "view" : "table", 1000 + value.length());
    }

    @Override
    public Bytes payload(String value) {
      return value.startsWith("table") ? Bytes.empty() : Bytes.ofUtf8(value);
    }

    @Override
    public String read(ObjectRef reference, Bytes payload) {
      return payload.isEmpty() ? "table" : payload.toUtf8();
    }
  }

  private static SortedMap<Bytes, String> content() {
    SortedMap<Bytes, String> content = new TreeMap<>();
    for (int i = 0; i < 40; i++) {
      content.put(
          Key.of("ns" + i % 3, "name" + i), List.of("table", "view" + i, "bytes").get(i % 3));
    }
    content.put(Bytes.empty(), "bytes");
    content.put(Key.of(List.of(Bytes.ofHex("0001ff"), Bytes.empty())), "table");
    return content;
  }

  /** Writes the content and removes two keys, one of them again from the pages. */
  private static Map<String, Bytes> writeAll() {
    MemoryPages memory = new MemoryPages();
    IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
    for (Map.Entry<Bytes, String> entry : content().entrySet()) {
      Index<String> index = indexes.index("i", new Serializer());
      index = index.put(entry.getKey(), entry.getValue());
      indexes = memory.store(indexes.with("i", index), LIMITS);
    }
    for (String gone : List.of("gone", "name3")) {
      Index<String> index = indexes.index("i", new Serializer()).remove(Key.of("ns0", gone));
      indexes = memory.store(indexes.with("i", index), LIMITS);
    }
    memory.collect(List.of(indexes.roots()));
    Map<String, Bytes> files = new TreeMap<>();
    files.put("root", indexes.roots().get("i"));
    memory.stored.forEach((id, bytes) -> files.put("page-" + id, bytes));
    return files;
  }

  static String text() {
    StringBuilder text = new StringBuilder();
    writeAll().forEach((name, bytes) -> text.append(name + " " + bytes.toHex() + "\n"));
    return text.toString();
  }

  private static Map<String, String> goldenFile() {
    Map<String, String> lines = new TreeMap<>();
    for (String line : readResource().lines().toList()) {
      lines.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
    }
    return lines;
  }

  private static String readResource() {
    try (InputStream stream =
        GoldenFilesTest.class.getResourceAsStream("/golden/index/format-1.txt")) {
      assertNotNull(stream);
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theSameContentIsStillWrittenAsTheSameBytes() {
    // Its last line is a paging token, which another format has replaced; see PageTokenTest.
    assertEquals(readResource().replaceFirst("token .*\n", ""), text());
  }

  @Test
  void whatTheFirstReleaseWroteIsReadAsItWas() {
    Map<String, String> golden = goldenFile();
    MemoryPages memory = new MemoryPages();
    golden.forEach(
        (name, hex) -> {
          if (name.startsWith("page-")) {
            memory.stored.put(Long.parseLong(name.substring(5)), Bytes.ofHex(hex));
          }
        });
    Index<String> index =
        Index.open(Bytes.ofHex(golden.get("root")), memory.pages, new Serializer());
    SortedMap<Bytes, String> expected = content();
    expected.remove(Key.of("ns0", "name3"));
    TreeMap<Bytes, String> found = new TreeMap<>();
    index.list(IndexRange.all()).forEachRemaining(e -> found.put(e.key(), e.value()));
    assertEquals(expected, found);
    assertEquals(3, index.rawRoot().height());
    List<Integer> levels = new ArrayList<>();
    memory.stored.values().forEach(page -> levels.add((int) page.get(1)));
    assertEquals(List.of(0, 1, 2), levels.stream().distinct().sorted().toList());
  }
}
