package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.UnsupportedFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailuresTest {
  /** Exceptions for which there is no better exit code than 1. */
  private static final Set<String> PLAIN =
      Set.of(
          "CairnException",
          "CollectionFailedException",
          "TaskCancelledException",
          "UnsupportedFormatException",
          "ValueTooLargeException");

  @Test
  void everyExceptionOfTheApiHasAnExitCode() throws Exception {
    Set<String> undecided = new TreeSet<>();
    Path sources = Path.of("..", "persistence-api", "src", "main", "java");
    for (Path source : exceptions(sources)) {
      Class<?> type = Class.forName(className(sources, source));
      if (CairnException.class.isAssignableFrom(type) && !PLAIN.contains(type.getSimpleName())) {
        if (ExitReasons.code(type.asSubclass(Throwable.class)) == ExitCode.FAILED) {
          undecided.add(type.getName());
        }
      }
    }
    assertEquals(Set.of(), undecided);
  }

  private static Set<Path> exceptions(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      Set<Path> found = new TreeSet<>();
      files.filter(file -> file.toString().endsWith("Exception.java")).forEach(found::add);
      assertTrue(found.size() > 20, () -> "only " + found);
      return found;
    }
  }

  private static String className(Path sources, Path source) {
    String path = sources.relativize(source).toString();
    return path.substring(0, path.length() - ".java".length()).replace('/', '.');
  }

  @Test
  void exceptionsForPeopleSpeakForThemselvesAndOthersAreBugs() {
    assertEquals(
        "the disk is full",
        ExitReasons.sentence(new BackendUnavailableException("the disk is full")));
    assertEquals(ExitCode.DAMAGED, ExitReasons.code(new DamagedDataException("x")));
    assertEquals(ExitCode.FAILED, ExitReasons.code(new UnsupportedFormatException("x")));
    assertEquals("newer", ExitReasons.sentence(new UnsupportedFormatException("newer")));
    String bug = ExitReasons.sentence(new IllegalStateException("odd"));
    assertTrue(bug.contains("odd") && bug.contains("--verbose"), bug);
  }
}
