package dev.cairn.testkit.contract;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestRun;
import java.time.InstantSource;

/** What a suite has to know about one kind of backend: above all, how to get one. */
public interface BackendSource {
  /**
   * Opens a backend that is ready for use, its schema created. All backends of a run may share one
   * store, which may hold rows of others; tests keep to scopes of their own.
   *
   * @param run keeps what is started once and used by all, such as a server
   */
  Backend open(TestRun run);

  /**
   * How much work tests do on this backend. They are written for a database that takes some
   * milliseconds for a conditional write; a fast one multiplies {@link Scale#ofRun}.
   */
  default int scale() {
    return Scale.ofRun();
  }

  /** The clock by which the database judges expiry hints. */
  default InstantSource clock() {
    return InstantSource.system();
  }

  /** Lets time pass on {@link #clock}. */
  default Waiter waiter() {
    return Waiter.system();
  }
}
