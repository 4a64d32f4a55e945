package dev.cairn.core.internal.metrics;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Measures every call to a backend:
 *
 * <ul>
 *   <li>{@code cairn.backend.<operation>}, a timer by outcome: {@code applied}, {@code conflict}
 *       and {@code unknown} of conditional writes, {@code done} of other calls, {@code unavailable}
 *       and {@code failed}
 *   <li>{@code cairn.backend.rows} and {@code cairn.backend.bytes}, of objects, by direction:
 *       {@code read} and {@code written}
 * </ul>
 *
 * <p>All have the tag {@code backend}.
 */
public final class MeteredBackend extends ForwardingBackend {
  private enum Outcome {
    APPLIED,
    CONFLICT,
    UNKNOWN,
    DONE,
    UNAVAILABLE,
    FAILED
  }

  private final MeterRegistry registry;
  private final Map<Operation, Map<Outcome, Timer>> timers = new EnumMap<>(Operation.class);
  private final Counter rowsRead;
  private final Counter rowsWritten;
  private final Counter bytesRead;
  private final Counter bytesWritten;

  /** Measures {@code delegate} into {@code registry}. */
  public MeteredBackend(Backend delegate, MeterRegistry registry) {
    super(delegate);
    this.registry = registry;
    for (Operation operation : Operation.values()) {
      Map<Outcome, Timer> byOutcome = new EnumMap<>(Outcome.class);
      for (Outcome outcome : Outcome.values()) {
        byOutcome.put(outcome, timer(operation, outcome));
      }
      timers.put(operation, byOutcome);
    }
    rowsRead = counter("cairn.backend.rows", "read");
    rowsWritten = counter("cairn.backend.rows", "written");
    bytesRead = counter("cairn.backend.bytes", "read");
    bytesWritten = counter("cairn.backend.bytes", "written");
  }

  private Timer timer(Operation operation, Outcome outcome) {
    String name = operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return Timer.builder("cairn.backend." + name)
        .tag("backend", name())
        .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
        .publishPercentileHistogram()
        .register(registry);
  }

  private Counter counter(String name, String direction) {
    return registry.counter(name, "backend", name(), "direction", direction);
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    Timer.Sample sample = Timer.start(registry);
    Outcome outcome = Outcome.FAILED;
    try {
      T result = call.get();
      outcome = outcomeOf(result);
      return result;
    } catch (BackendUnavailableException e) {
      outcome = Outcome.UNAVAILABLE;
      throw e;
    } finally {
      sample.stop(timerOf(operation, outcome));
    }
  }

  private Timer timerOf(Operation operation, Outcome outcome) {
    return Objects.requireNonNull(Objects.requireNonNull(timers.get(operation)).get(outcome));
  }

  private static Outcome outcomeOf(Object result) {
    if (result instanceof CasResult.Applied) {
      return Outcome.APPLIED;
    } else if (result instanceof CasResult.Conflict) {
      return Outcome.CONFLICT;
    }
    return result instanceof CasResult.Unknown ? Outcome.UNKNOWN : Outcome.DONE;
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    List<Optional<ObjectRow>> rows = super.fetch(keys, mode);
    double found = 0;
    double bytes = 0;
    for (Optional<ObjectRow> row : rows) {
      if (row.isPresent()) {
        found++;
        bytes += row.get().value().length();
      }
    }
    rowsRead.increment(found);
    bytesRead.increment(bytes);
    return rows;
  }

  @Override
  public CasResult<ObjectRow> insertUnsynced(ObjectRow row) {
    return around(Operation.INSERT, () -> delegate().insertUnsynced(row));
  }

  @Override
  public CasResult<ObjectRow> swapUnsynced(Token expected, ObjectRow next) {
    return around(Operation.SWAP, () -> delegate().swapUnsynced(expected, next));
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    super.write(rows);
    rowsWritten.increment(rows.size());
    bytesWritten.increment(rows.stream().mapToDouble(row -> row.value().length()).sum());
  }
}
