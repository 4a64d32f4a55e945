package dev.cairn.testkit.suite;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;

/** Backends on stores of their own, for suites that read, damage and copy a whole store. */
public interface EmptyStoreSource {
  /** Opens a backend on a store without rows, its schema created; the test closes it. */
  Backend openEmpty(TestRun run);
}
