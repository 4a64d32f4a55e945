package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Metadata files that a client registers, and that hold something else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileFilesTest {
  private static final int MOST = 64 << 10;
  private static final String BOUND = "cairn_server_limited_total{bound=\"metadata-file\"}";

  private ServerFixture fixture;
  private HttpCaller http;
  private Path place;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    fixture = new ServerFixture(directory, directory, Map.of(), Map.of("max-metadata-file", "64k"));
    http = new HttpCaller(fixture.uri());
    place = Files.createDirectories(directory.resolve("warehouse"));
    http.post(http.path("/namespaces"), "{\"namespace\": [\"ns\"]}");
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private HttpResponse<String> register(String path, String file) {
    return http.post(
        http.path("/namespaces/ns/" + path),
        "{\"name\": \"r\", \"metadata-location\": \"file:%s\"}".formatted(place.resolve(file)));
  }

  private double tooLarge() {
    return fixture
        .metrics()
        .lines()
        .filter(line -> line.startsWith(BOUND))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] compressed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  static List<Arguments> files() {
    byte[] object = text("{\"format-version\": 2}");
    byte[] halfPair = text("{\"format-version\": 2, \"location\": \"\\ud800\"}");
    List<Arguments> files = new ArrayList<>();
    files.add(Arguments.of("empty.metadata.json", new byte[0]));
    files.add(Arguments.of("text.metadata.json", text("<a/>")));
    files.add(Arguments.of("list.metadata.json", text("[]")));
    files.add(Arguments.of("null.metadata.json", text("null")));
    files.add(Arguments.of("object.metadata.json", object));
    files.add(Arguments.of("cut.metadata.json", text("{\"format-version\": ")));
    files.add(Arguments.of("deep.metadata.json", text("[".repeat(30_000))));
    files.add(Arguments.of("half.metadata.json", halfPair));
    files.add(Arguments.of("utf8.metadata.json", new byte[] {'"', (byte) 0xff, (byte) 0xfe, '"'}));
    files.add(Arguments.of("utf32.metadata.json", new byte[] {0, 0, 0, '{', (byte) 0xff, 1, 2, 3}));
    files.add(Arguments.of("number.metadata.json", text("[" + "9".repeat(20_000) + "]")));
    files.add(Arguments.of("plain.gz.metadata.json", object));
    files.add(Arguments.of("cut.gz.metadata.json", Arrays.copyOf(compressed(object), 12)));
    files.add(Arguments.of("none.gz.metadata.json", new byte[0]));
    return files;
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileThatIsNoMetadataIsRefused(String name, byte[] content) throws IOException {
    Path written = Files.write(place.resolve(name), content);
    assertTrue(Files.exists(written));
    for (String path : List.of("register", "register-view")) {
      HttpResponse<String> refused = register(path, name);
      assertEquals(400, refused.statusCode(), refused::body);
      assertTrue(refused.body().contains(name), refused::body);
    }
  }

  /** A million spaces are a thousand bytes when they are compressed. */
  @Test
  void aFileThatIsTooLargeIsRefusedAlsoIfItIsSmallUntilDecompressed() throws IOException {
    byte[] large = text("[" + " ".repeat(MOST) + "]");
    List<Path> written =
        List.of(
            Files.write(place.resolve("large.metadata.json"), large),
            Files.write(place.resolve("large.gz.metadata.json"), compressed(large)));
    assertTrue(written.get(1).toFile().length() < MOST / 10);
    double before = tooLarge();
    for (Path file : written) {
      for (String path : List.of("register", "register-view")) {
        HttpResponse<String> refused = register(path, file.getFileName().toString());
        assertEquals(400, refused.statusCode(), refused::body);
        assertTrue(refused.body().contains("max-metadata-file"), refused::body);
      }
    }
    assertEquals(before + 4, tooLarge());
  }

  @Test
  void aFileThatIsNotThereIsNotFound() {
    HttpResponse<String> missing = register("register", "missing.metadata.json");
    assertEquals(404, missing.statusCode(), missing::body);
    assertFalse(missing.body().contains("Exception:"), missing::body);
  }
}
