package dev.cairn.iceberg.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileIOTest {
  @TempDir private Path directory;
  private Path root;
  private final LocalFileIO files = new LocalFileIO();

  @BeforeEach
  void open() {
    root = directory.resolve("warehouse");
    files.initialize(Map.of(LocalFileIO.ROOT, "file:" + root));
  }

  private String at(String path) {
    return "file:" + root + "/" + path;
  }

  private void write(String location, String text) throws IOException {
    PositionOutputStream out = files.newOutputFile(location).create();
    try (out) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      assertEquals(text.length(), out.getPos());
    }
    assertEquals(text.length(), out.getPos(), "writers of manifests ask after closing");
  }

  private String read(String location) throws IOException {
    try (SeekableInputStream in = files.newInputFile(location).newStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<String> list(String prefix) {
    List<String> found = new ArrayList<>();
    files.listPrefix(prefix).forEach(file -> found.add(file.location() + " " + file.size()));
    return found;
  }

  @Test
  void aFileIsReadUnderEverySpellingOfItsLocation() throws IOException {
    write(at("db/t/a b%20c"), "text");
    assertEquals("text", read("file:" + root + "/db/t/a b%20c"));
    assertEquals("text", read("file://" + root + "/db/t/a b%20c"));
    assertEquals("text", read("file://localhost" + root + "/db/t/a b%20c"));
    assertEquals("text", read("FILE:" + root + "//db/t/a b%20c"));
    assertEquals("text", read(root + "/db/t/a b%20c"));
    assertEquals(4, files.newInputFile(at("db/t/a b%20c")).getLength());
    assertFalse(files.newInputFile(at("db/t/a b c")).exists());
    assertThrows(NotFoundException.class, () -> read(at("db/none")));
    assertThrows(NotFoundException.class, () -> files.newInputFile(at("db/none")).getLength());
  }

  @Test
  void whatIsNoFileIsNotFoundAndATooLongNameIsRefused() throws IOException {
    write(at("db/file"), "text");
    assertThrows(NotFoundException.class, () -> read(at("db")));
    assertThrows(NotFoundException.class, () -> read(at("db/file/below")));
    assertThrows(ValidationException.class, () -> read(at("x".repeat(256))));
    assertThrows(ValidationException.class, () -> write(at("db/" + "\u00e4".repeat(128)), "text"));
  }

  @Test
  void aStreamSeeksSkipsAndReportsItsPosition() throws IOException {
    write(at("f"), "0123456789");
    try (SeekableInputStream in = files.newInputFile(at("f")).newStream()) {
      in.seek(4);
      assertEquals('4', in.read());
      assertEquals(5, in.getPos());
      assertEquals(2, in.skip(2));
      assertEquals(3, in.available());
      assertArrayEquals("789".getBytes(StandardCharsets.UTF_8), in.readAllBytes());
      assertEquals(-1, in.read());
      assertEquals(0, in.skip(5));
    }
  }

  @Test
  void ofManyThatCreateOneFileAtOnceOneSucceeds() throws Exception {
    int writers = 8;
    ExecutorService executor = Executors.newFixedThreadPool(writers);
    CyclicBarrier start = new CyclicBarrier(writers);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        String text = "writer " + i;
        tasks.add(
            () -> {
              start.await();
              try {
                write(at("new/directory/f"), text);
                return true;
              } catch (AlreadyExistsException e) {
                return false;
              }
            });
      }
      int succeeded = 0;
      for (Future<Boolean> each : executor.invokeAll(tasks)) {
        succeeded += each.get() ? 1 : 0;
      }
      assertEquals(1, succeeded);
      assertTrue(read(at("new/directory/f")).startsWith("writer "));
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void overwritingShowsTheOldContentUntilTheStreamIsClosed() throws IOException {
    write(at("f"), "old");
    try (PositionOutputStream out = files.newOutputFile(at("f")).createOrOverwrite()) {
      out.write("new".getBytes(StandardCharsets.UTF_8));
      assertEquals("old", read(at("f")));
    }
    assertEquals("new", read(at("f")));
    assertEquals(List.of(at("f") + " 3"), list(at("")));
  }

  @Test
  void aPrefixIsADirectoryAndNotTheBeginningOfAName() throws IOException {
    write(at("t/data/1"), "a");
    write(at("t/data/sub/2"), "bb");
    write(at("t/metadata/3"), "ccc");
    write(at("t2/4"), "d");
    assertEquals(
        List.of(at("t/data/1 1"), at("t/data/sub/2 2"), at("t/metadata/3 3")), list(at("t")));
    assertEquals(list(at("t")), list(at("t/")));
    assertEquals(
        "file://" + root + "/t2/4 1", list("file://" + root + "/t2").get(0), "as it was asked");
    assertEquals(List.of(), list(at("none")));
    files.deletePrefix(at("t"));
    files.deletePrefix(at("t"));
    assertEquals(List.of(at("t2/4") + " 1"), list(at("")));
    assertFalse(Files.exists(root.resolve("t")));
  }

  @Test
  void deletingAMissingFileIsNoErrorAndADirectoryIsOne() throws IOException {
    write(at("t/1"), "a");
    files.deleteFile(at("t/none"));
    files.deleteFile(at("none/none"));
    assertThrows(RuntimeIOException.class, () -> files.deleteFile(at("t")));
    BulkDeletionFailureException failed =
        assertThrows(
            BulkDeletionFailureException.class,
            () -> files.deleteFiles(List.of(at("t"), at("t/1"), at("t/none"), at("../x"))));
    assertEquals(2, failed.numberFailedObjects());
    assertEquals(List.of(), list(at("")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:ROOT/../outside",
        "file:ROOT/a/../../outside",
        "file:ROOT/./a",
        "file:ROOT/..",
        "file:ROOT-beside/a",
        "file:/outside",
        "file://otherhost/ROOT/a",
        "file://host-without-path",
        "file:relative/a",
        "relative/a",
        "s3://bucket/a",
        "file:ROOT/a\0b",
        ""
      })
  void aLocationOutsideTheRootIsRefused(String spelling) {
    String hostile = spelling.replace("ROOT", root.toString());
    assertThrows(ValidationException.class, () -> files.newInputFile(hostile));
    assertThrows(ValidationException.class, () -> files.newOutputFile(hostile));
    assertThrows(ValidationException.class, () -> files.deleteFile(hostile));
    assertThrows(ValidationException.class, () -> files.listPrefix(hostile));
    assertThrows(ValidationException.class, () -> files.deletePrefix(hostile));
  }

  @Test
  void aLinkThatLeadsOutIsRefusedAndOneThatStaysIsFollowed() throws IOException {
    Path outside = Files.createDirectories(directory.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "secret");
    write(at("t/1"), "a");
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("file-out"), outside.resolve("secret"));
    Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("none"));
    Files.createSymbolicLink(root.resolve("in"), root.resolve("t"));
    for (String path : List.of("out/secret", "out/new", "out/new/new", "file-out", "dangling")) {
      assertThrows(ValidationException.class, () -> files.newInputFile(at(path)), path);
      assertThrows(ValidationException.class, () -> files.listPrefix(at(path)), path);
    }
    for (String path : List.of("out/secret", "out/new", "out/new/new", "out")) {
      assertThrows(ValidationException.class, () -> files.newOutputFile(at(path + "/file")), path);
    }
    assertThrows(ValidationException.class, () -> files.deleteFile(at("out/secret")));
    assertThrows(ValidationException.class, () -> files.deletePrefix(at("out/secret")));
    assertEquals("a", read(at("in/1")));
    assertEquals(List.of(at("t/1") + " 1"), list(at("")), "links are not followed");
    files.deletePrefix(at("out"));
    files.deletePrefix(at("in"));
    assertTrue(Files.exists(outside.resolve("secret")), "only the link was deleted");
    assertEquals("a", read(at("t/1")));
  }

  @Test
  void nothingIsWrittenThroughALink() throws IOException {
    Path outside = Files.createDirectories(directory.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("file-out"), outside.resolve("secret"));
    Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("none"));
    for (String path : List.of("file-out", "dangling")) {
      OutputFile file = files.newOutputFile(at(path));
      assertThrows(AlreadyExistsException.class, file::create, path);
      assertThrows(ValidationException.class, file::toInputFile, path);
      try (OutputStream out = file.createOrOverwrite()) {
        out.write('a');
      }
      assertEquals("a", read(at(path)), path);
      assertFalse(Files.isSymbolicLink(root.resolve(path)), path);
    }
    assertEquals("secret", Files.readString(outside.resolve("secret")));
    assertFalse(Files.exists(outside.resolve("none")));
  }

  // Two processes purge one table: one deletes the empty directory while the other deletes a file.
  @Test
  void aDirectoryThatDisappearsMeanwhileIsNoDanglingLink() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Path data = Files.createDirectories(root.resolve("t")).resolve("data");
      Future<?> other =
          executor.submit(
              () -> {
                for (int i = 0; i < 2_000; i++) {
                  Files.createDirectory(data);
                  Files.delete(data);
                }
                return null;
              });
      while (!other.isDone()) {
        files.deleteFile(at("t/data/file"));
      }
      other.get();
    } finally {
      executor.shutdownNow();
    }
  }

  /** The disk of the warehouse is not mounted: the request is right, and may be repeated. */
  @Test
  void aRootThatIsGoneIsAFailureAndNoRefusal() throws IOException {
    write(at("f"), "text");
    files.deleteFile(at("f"));
    Files.delete(root);
    assertThrows(RuntimeIOException.class, () -> files.newOutputFile(at("f")));
    assertThrows(RuntimeIOException.class, () -> files.newInputFile(at("t/f")));
    assertThrows(RuntimeIOException.class, () -> files.listPrefix(at("t")));
    assertFalse(Files.exists(root));
  }

  @Test
  void theRootItselfIsNeverDeletedAndMayBeALink() throws IOException {
    assertThrows(ValidationException.class, () -> files.deletePrefix(at("")));
    assertThrows(ValidationException.class, () -> files.deleteFile("file:" + root));
    Path link = Files.createSymbolicLink(directory.resolve("link"), root);
    LocalFileIO other = new LocalFileIO();
    other.initialize(Map.of(LocalFileIO.ROOT, link.toString()));
    write(at("f"), "text");
    assertTrue(other.newInputFile("file:" + link + "/f").exists());
    assertTrue(other.newInputFile("file:" + root + "/f").exists());
  }

  @Test
  void itTravelsToOtherProcessesWithItsProperties() throws Exception {
    write(at("f"), "text");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(files);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      LocalFileIO copy = (LocalFileIO) in.readObject();
      assertEquals(files.properties(), copy.properties());
      assertTrue(copy.newInputFile(at("f")).exists());
    }
  }

  @Test
  void withoutARootNothingWorks() {
    LocalFileIO none = new LocalFileIO();
    assertThrows(ValidationException.class, () -> none.initialize(Map.of()));
    assertThrows(IllegalStateException.class, () -> none.newInputFile(at("f")));
  }

  @Test
  void emptyDirectoriesAreDeletedAndNeitherFilesNorLinksNorTheRoot() throws IOException {
    write(at("t/data/f"), "text");
    Files.createDirectories(root.resolve("t/empty/deep"));
    Files.createDirectories(root.resolve("u/empty"));
    Files.createDirectories(directory.resolve("outside"));
    Files.createSymbolicLink(root.resolve("u/link"), directory.resolve("outside"));
    files.deleteEmptyDirectories(at("t/"));
    assertEquals(List.of(at("t/data/f") + " 4"), list(at("t")));
    assertFalse(Files.exists(root.resolve("t/empty")));
    files.deleteFile(at("t/data/f"));
    files.deleteEmptyDirectories("file:" + root);
    files.deleteEmptyDirectories(at("none"));
    assertFalse(Files.exists(root.resolve("t")));
    assertFalse(Files.exists(root.resolve("u/empty")));
    assertTrue(Files.exists(root.resolve("u/link")));
    assertTrue(Files.exists(directory.resolve("outside")));
    assertTrue(Files.exists(root));
    assertThrows(
        ValidationException.class, () -> files.deleteEmptyDirectories("file:" + directory));
  }
}
