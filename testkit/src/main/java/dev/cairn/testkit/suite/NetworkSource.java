package dev.cairn.testkit.suite;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.ConditionalWrite;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Backends that reach their database over TCP, with and without a proxy in between. */
public interface NetworkSource {
  /** Where the server listens. */
  InetSocketAddress serverAddress(TestRun run);

  /** Opens a backend that connects to this server itself, its schema created. */
  Backend openDirect(TestRun run);

  /**
   * Opens a backend on the rows of {@link #openDirect} by way of another address, without
   * encryption.
   *
   * @param patience how long a call waits for a reply
   */
  Backend openThrough(TestRun run, InetSocketAddress address, Duration patience);

  /** A text in the bytes of the request of {@code write}, by which the proxy knows it. */
  default String requestText(ConditionalWrite write) {
    return write.scope().tenantId();
  }

  /** A text in the bytes of the request that reads a reference of {@code scope}. */
  default String readText(Scope scope) {
    return scope.tenantId();
  }
}
