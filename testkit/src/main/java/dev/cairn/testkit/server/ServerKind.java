package dev.cairn.testkit.server;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How the tests of one backend come by a server. Each backend's tests implement it; {@link Servers}
 * chooses.
 *
 * @param <S> what the tests know of a server
 */
public interface ServerKind<S extends TestServer> {
  /** The name of the backend, as in {@code cairn.test.<name>.uri}. */
  String backend();

  /** A server that is there already, at the address that the user gave. */
  S given(String uri);

  /** The ways to a server if the user gave none, the best first. */
  List<Way<S>> ways();

  /**
   * One way to a server.
   *
   * @param name what it is, for people: name, version, and whether it is the real thing
   * @param obstacle why it cannot be taken here, if so; must be quick and not throw
   * @param start starts it, on the loopback address only
   * @param inContainer whether it is a container, which the user can ask for
   */
  record Way<S extends TestServer>(
      String name,
      Supplier<Optional<String>> obstacle,
      Supplier<? extends S> start,
      boolean inContainer) {
    /** A way without a container. */
    public Way(String name, Supplier<Optional<String>> obstacle, Supplier<? extends S> start) {
      this(name, obstacle, start, false);
    }

    /** A way that a container engine is needed for. */
    public static <S extends TestServer> Way<S> container(
        String name, BooleanSupplier isEngineThere, Supplier<? extends S> start) {
      return new Way<>(
          name,
          () ->
              isEngineThere.getAsBoolean()
                  ? Optional.empty()
                  : Optional.of("no Docker engine answers"),
          start,
          true);
    }

    /** A way that can always be taken. */
    public static <S extends TestServer> Way<S> always(String name, Supplier<? extends S> start) {
      return new Way<>(name, Optional::empty, start);
    }
  }
}
