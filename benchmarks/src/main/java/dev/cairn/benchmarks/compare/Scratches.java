package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.Scratch;
import java.nio.file.Path;
import java.util.Optional;

/** The directory for stores on disk. */
final class Scratches {
  /** The system property that names the directory; the one for temporary files if there is none. */
  static final String DIRECTORY = "cairn.compare.directory";

  private Scratches() {}

  static Scratch create() {
    return Scratch.below(
        Path.of(
            Optional.ofNullable(System.getProperty(DIRECTORY))
                .orElseGet(() -> System.getProperty("java.io.tmpdir"))));
  }
}
