package dev.cairn.testkit.contract;

import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A conditional write whose condition holds, for tests that disturb it. */
public final class ConditionalWrite {
  /** All conditional writes of a backend. */
  // Without those that write rows too: by default these are two calls, each of which is here.
  public static final List<Operation> KINDS =
      Stream.of(Operation.values())
          .filter(Operation::isConditional)
          .filter(operation -> operation != Operation.WRITE_AND_SWAP)
          .toList();

  private final Operation kind;
  private final Scope scope;
  private final Consumer<Backend> prepare;
  private final Function<Backend, CasResult<?>> call;
  private final Predicate<Backend> isDone;

  private ConditionalWrite(
      Operation kind,
      Scope scope,
      Consumer<Backend> prepare,
      Function<Backend, CasResult<?>> call,
      Predicate<Backend> isDone) {
    this.kind = kind;
    this.scope = scope;
    this.prepare = prepare;
    this.call = call;
    this.isDone = isDone;
  }

  /** A write of {@code kind}, in a scope that no other write has. */
  static ConditionalWrite of(Operation kind) {
    Scope scope = TestRows.scope();
    ReferenceRow reference = TestRows.reference(scope, "main");
    ReferenceRow fenced = reference.fence(TestRows.token());
    ObjectRow object = TestRows.updateable(TestRows.named(scope, "lease"), "first");
    ObjectRow next = TestRows.next(object, "next");
    Token token = TestRows.tokenOf(object);
    Consumer<Backend> insertReference = b -> Expect.applied(b.insertReference(reference));
    Consumer<Backend> insert = b -> Expect.applied(b.insert(object));
    return switch (kind) {
      case INSERT_REFERENCE ->
          new ConditionalWrite(
              kind,
              scope,
              b -> {},
              b -> b.insertReference(reference),
              b -> there(b, reference).isPresent());
      case SWAP_REFERENCE ->
          new ConditionalWrite(
              kind,
              scope,
              insertReference,
              b -> b.swapReference(reference.token(), fenced),
              b -> there(b, reference).equals(Optional.of(fenced)));
      case REMOVE_REFERENCE ->
          new ConditionalWrite(
              kind,
              scope,
              insertReference,
              b -> b.removeReference(reference.key(), reference.token()),
              b -> there(b, reference).isEmpty());
      case INSERT ->
          new ConditionalWrite(
              kind,
              scope,
              b -> {},
              b -> b.insert(object),
              b -> Expect.read(b, object.key()).isPresent());
      case SWAP ->
          new ConditionalWrite(
              kind,
              scope,
              insert,
              b -> b.swap(token, next),
              b -> Expect.read(b, object.key()).equals(Optional.of(next)));
      case DELETE_IF ->
          new ConditionalWrite(
              kind,
              scope,
              insert,
              b -> b.deleteIf(object.key(), token),
              b -> Expect.read(b, object.key()).isEmpty());
      default -> throw new IllegalArgumentException(kind + " is no conditional write");
    };
  }

  private static Optional<ReferenceRow> there(Backend backend, ReferenceRow row) {
    return backend.readReference(row.key(), ReadMode.STRONG);
  }

  /** Which one it is. */
  public Operation kind() {
    return kind;
  }

  /** The scope of its row, which no other row has. */
  public Scope scope() {
    return scope;
  }

  /** Makes the condition hold. */
  void prepare(Backend backend) {
    prepare.accept(backend);
  }

  CasResult<?> call(Backend backend) {
    return call.apply(backend);
  }

  /** Whether a strong read shows it. */
  boolean isDone(Backend backend) {
    return isDone.test(backend);
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
