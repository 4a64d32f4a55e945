package dev.cairn.cli;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/** The database, open for one command. */
public final class ToolConnection implements AutoCloseable {
  private final Configuration configuration;
  private final Backend backend;
  private final Optional<Cairn> cairn;
  private final boolean isOwn;
  private final Interruption interruption;
  private final AutoCloseable atInterruption;

  private ToolConnection(
      Configuration configuration,
      Backend backend,
      Optional<Cairn> cairn,
      boolean isOwn,
      Interruption interruption) {
    this.configuration = configuration;
    this.backend = backend;
    this.cairn = cairn;
    this.isOwn = isOwn;
    this.interruption = interruption;
    this.atInterruption = this::release;
    interruption.opened(atInterruption);
  }

  /** Opens the database and nothing else: nothing is checked, nothing is written. */
  static ToolConnection toBackend(
      Configuration configuration, Backend backend, Interruption interruption) {
    return new ToolConnection(configuration, backend, Optional.empty(), true, interruption);
  }

  /** Takes the open connection of the server in this process, which stays open. */
  static ToolConnection hosted(HostedStore store, Interruption interruption) {
    return new ToolConnection(
        store.configuration(),
        store.cairn().backend(),
        Optional.of(store.cairn()),
        false,
        interruption);
  }

  /** Opens the engine on {@code backend}; closes it if that fails. */
  static ToolConnection toEngine(
      Configuration configuration,
      Backend backend,
      MeterRegistry meters,
      Interruption interruption) {
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(), system.executor(), system.scheduler(), meters, system.onClose());
    try {
      Cairn cairn = Cairn.open(backend, configuration, ObjectTypes.discover(), runtime);
      return new ToolConnection(
          configuration, cairn.backend(), Optional.of(cairn), true, interruption);
    } catch (RuntimeException | Error e) {
      runtime.onClose().run();
      backend.close();
      throw e;
    }
  }

  /** Opens the engine on {@code backend} only to read it; closes it if that fails. */
  static ToolConnection toRead(
      Configuration configuration, Backend backend, Interruption interruption) {
    EngineRuntime runtime = EngineRuntime.system();
    try {
      Cairn cairn = Cairn.openToRead(backend, configuration, ObjectTypes.discover(), runtime);
      return new ToolConnection(
          configuration, cairn.backend(), Optional.of(cairn), true, interruption);
    } catch (RuntimeException | Error e) {
      runtime.onClose().run();
      backend.close();
      throw e;
    }
  }

  /** The configuration. */
  public Configuration configuration() {
    return configuration;
  }

  /** The database. */
  public Backend backend() {
    return backend;
  }

  /** The engine on it. */
  public Cairn cairn() {
    return cairn.orElseThrow(() -> new IllegalStateException("only the backend is open"));
  }

  private void release() {
    if (!isOwn) {
      return;
    }
    cairn.ifPresentOrElse(Cairn::close, backend::close);
  }

  @Override
  public void close() {
    try {
      release();
    } finally {
      interruption.closed(atInterruption);
    }
  }
}
