package dev.cairn.testkit.suite;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;

/** Backends that share a store, as processes do. Most implement it by {@code open(run)}. */
public interface SharedStoreSource {
  /** Opens one more backend on the store that all backends from here share. */
  Backend openShared(TestRun run);
}
