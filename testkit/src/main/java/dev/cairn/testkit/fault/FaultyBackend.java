package dev.cairn.testkit.fault;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A backend with a bad network before it: calls meet the faults of a plan. Whatever it does, it
 * keeps the contract if the backend behind it does.
 *
 * <p>A conditional write whose request or reply is lost ends unknown; every other failure is a
 * {@link BackendUnavailableException}. Arguments are checked first, so that a mistake of the caller
 * is refused alike with and without faults.
 *
 * <p>Writes that are delayed belong to this backend, not to their caller: they are done later even
 * if the caller is gone. Threads that call at once draw from the plan in the order of their calls;
 * with one thread at a time, as in a simulation, a plan that replays makes the run replay.
 */
public final class FaultyBackend extends ForwardingBackend {
  private final Draws draws;
  private final Waiter waiter;
  private final DelayedWrites delayed = new DelayedWrites();
  private final Replica<ReferenceKey, ReferenceRow> references = new Replica<>();
  private final Replica<ObjectKey, ObjectRow> objects = new Replica<>();

  /**
   * A call that met a fault.
   *
   * @param call its number, the first being 1
   * @param amount how much of the fault
   */
  public record Injected(long call, Operation operation, Fault fault, int amount) {}

  /** Lets calls meet what {@code plan} has for them; slow ones take no time. */
  public FaultyBackend(Backend delegate, FaultPlan plan) {
    this(delegate, plan, duration -> {});
  }

  /** The same, with the way in which slow calls let time pass. */
  public FaultyBackend(Backend delegate, FaultPlan plan, Waiter waiter) {
    super(delegate);
    this.draws = new Draws(plan);
    this.waiter = waiter;
  }

  /** What happened until now. */
  public FaultCounts counts() {
    return draws.counts(delayed);
  }

  /** The faults until now in their order, which {@link FaultScript#replaying} takes. */
  public List<Injected> injected() {
    return draws.injected();
  }

  /** Does all delayed writes, in the order in which they were prepared. */
  public void landDelayed() {
    delayed.landAll();
  }

  /** Does one of the delayed writes, whichever {@code random} picks; whether there was one. */
  public boolean landOneDelayed(RandomGenerator random) {
    return delayed.landOne(random);
  }

  /** Loses the delayed writes for good; how many there were. */
  public int dropDelayed() {
    return delayed.dropAll();
  }

  /** From now on nothing goes wrong any more; what is delayed stays so until it is let go. */
  public void heal() {
    draws.heal();
  }

  private Met begin(Operation operation) {
    Met met = draws.next(operation);
    delayed.landDue(met.call());
    return met;
  }

  /** Lets the call meet what concerns every operation alike. */
  @SuppressWarnings("unchecked") // Conditional operations, and they alone, return a CasResult.
  private <T> T pass(Met met, Supplier<T> call) {
    if (met.injection().isEmpty()) {
      return call.get();
    }
    switch (met.injection().get().fault()) {
      case REFUSED, THROTTLED -> throw met.failure();
      case REQUEST_LOST -> {
        return (T) met.lost();
      }
      case REPLY_LOST -> {
        T unheard = call.get();
        Objects.requireNonNull(unheard);
        return (T) met.lost();
      }
      case DELAYED -> {
        later(met, call);
        return (T) met.lost();
      }
      case DUPLICATED -> {
        T reply = call.get();
        if (reply instanceof CasResult.Applied) {
          delayed.add(() -> Objects.requireNonNull(call.get()), met.call() + met.amount());
        }
        return reply;
      }
      case SLOW -> {
        int before = met.amount() / 2;
        waiter.await(Duration.ofMillis(before));
        T reply = call.get();
        waiter.await(Duration.ofMillis(met.amount() - before));
        return reply;
      }
      case SILENT -> {
        return silent(call.get());
      }
      case STALE, PARTIAL -> {
        return call.get();
      }
    }
    throw new AssertionError(met);
  }

  private <T> void later(Met met, Supplier<T> call) {
    Runnable write = () -> Objects.requireNonNull(call.get());
    if (met.amount() == 0) {
      delayed.add(write);
    } else {
      delayed.add(write, met.call() + met.amount());
    }
  }

  // Conditional operations, and they alone, answer a conflict.
  @SuppressWarnings("unchecked")
  private static <T> T silent(T reply) {
    return reply instanceof CasResult.Conflict ? (T) CasResult.conflict() : reply;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    return pass(begin(operation), call);
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return around(Operation.INSERT_REFERENCE, () -> noted(row, delegate().insertReference(row)));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    Arguments.checkSwap(expected, next);
    return around(
        Operation.SWAP_REFERENCE, () -> noted(next, delegate().swapReference(expected, next)));
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    if (!writesAndSwapsAtOnce()) {
      return super.writeAndSwap(rows, expected, next);
    }
    List<ObjectRow> copy = List.copyOf(rows);
    Arguments.checkWrite(limits(), copy);
    Arguments.checkSwap(expected, next);
    return around(
        Operation.WRITE_AND_SWAP, () -> noted(next, delegate().writeAndSwap(copy, expected, next)));
  }

  private CasResult<ReferenceRow> noted(ReferenceRow row, CasResult<ReferenceRow> result) {
    if (result instanceof CasResult.Applied) {
      references.saw(row.key(), row);
    }
    return result;
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    Met met = begin(Operation.READ_REFERENCE);
    if (met.is(Fault.STALE) && mode == ReadMode.WEAK) {
      return references.before(key, met.amount());
    }
    return pass(
        met,
        () -> {
          Optional<ReferenceRow> found = delegate().readReference(key, mode);
          found.ifPresent(row -> references.saw(key, row));
          return found;
        });
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    Met met = begin(Operation.SCAN_REFERENCES);
    return pass(met, () -> delegate().scanReferences(scope, after, met.cutOff(visitor)));
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    Arguments.checkInsert(limits(), row);
    return around(Operation.INSERT, () -> noted(row, delegate().insert(row)));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    Arguments.checkSwap(limits(), expected, next);
    return around(Operation.SWAP, () -> noted(next, delegate().swap(expected, next)));
  }

  private CasResult<ObjectRow> noted(ObjectRow row, CasResult<ObjectRow> result) {
    if (result instanceof CasResult.Applied) {
      objects.saw(row.key(), row);
    }
    return result;
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    Met met = begin(Operation.FETCH);
    if (met.is(Fault.STALE) && mode == ReadMode.WEAK) {
      return keys.stream().map(key -> objects.before(key, met.amount())).toList();
    }
    return pass(
        met,
        () -> {
          List<Optional<ObjectRow>> found = delegate().fetch(met.first(keys), mode);
          found.forEach(each -> each.ifPresent(row -> objects.saw(row.key(), row)));
          met.failIfPartial();
          return found;
        });
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    List<ObjectRow> copy = List.copyOf(rows);
    Arguments.checkWrite(limits(), copy);
    bulk(Operation.WRITE, copy, part -> delegate().write(part));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    List<ObjectKey> copy = List.copyOf(keys);
    Arguments.checkDelete(copy);
    bulk(Operation.DELETE, copy, part -> delegate().delete(part));
  }

  private <E> void bulk(Operation operation, List<E> all, Consumer<List<E>> call) {
    Met met = begin(operation);
    Optional<Object> unused =
        pass(
            met,
            () -> {
              call.accept(met.first(all));
              met.failIfPartial();
              return Optional.empty();
            });
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    Met met = begin(Operation.SCAN_OBJECTS);
    return pass(met, () -> delegate().scanObjects(scope, type, bound, after, met.cutOff(visitor)));
  }
}
