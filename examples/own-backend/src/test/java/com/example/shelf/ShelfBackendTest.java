package com.example.shelf;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.EmptyStoreSource;
import dev.cairn.testkit.suite.SharedStoreSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** All suites but those of networks and schemas, which this backend has none of. */
class ShelfBackendTest extends BackendSuites implements SharedStoreSource, EmptyStoreSource {
  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    return openEmpty(run);
  }

  @Override
  public Backend openEmpty(TestRun run) {
    return ShelfBackend.owning(newFile());
  }

  @Override
  public Backend openShared(TestRun run) {
    return ShelfBackend.sharing(run.once(ShelfFile.class, ShelfBackendTest::newFile));
  }

  private static ShelfFile newFile() {
    try {
      Path path = Files.createTempFile(Path.of("target"), "shelf", ".rows");
      return ShelfFile.open(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows do not expire, so time need not pass. */
  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Waiter waiter() {
    return clock.waiter();
  }
}
