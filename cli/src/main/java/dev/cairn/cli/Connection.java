package dev.cairn.cli;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/** The database, open for one command. */
public final class Connection implements AutoCloseable {
  private final Configuration configuration;
  private final Backend backend;
  private final Optional<Cairn> cairn;
  private final Interruption interruption;
  private final AutoCloseable atInterruption;

  private Connection(
      Configuration configuration,
      Backend backend,
      Optional<Cairn> cairn,
      Interruption interruption) {
    this.configuration = configuration;
    this.backend = backend;
    this.cairn = cairn;
    this.interruption = interruption;
    this.atInterruption = this::release;
    interruption.opened(atInterruption);
  }

  /** Opens the database and nothing else: nothing is checked, nothing is written. */
  static Connection toBackend(
      Configuration configuration, Backend backend, Interruption interruption) {
    return new Connection(configuration, backend, Optional.empty(), interruption);
  }

  /** Opens the engine on {@code backend}; closes it if that fails. */
  static Connection toEngine(
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
      return new Connection(configuration, cairn.backend(), Optional.of(cairn), interruption);
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
