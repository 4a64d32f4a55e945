package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A conditional write whose condition holds, for tests that disturb it.
 *
 * @param text what its request contains once, and no other request of the same connection
 * @param prepare makes the condition hold
 * @param call makes the write
 * @param isDone whether a strong read shows it
 */
record Write(
    String name,
    String text,
    Consumer<Backend> prepare,
    Function<Backend, CasResult<?>> call,
    Predicate<Backend> isDone) {
  /** The kinds of conditional writes. */
  enum Kind {
    INSERT_REFERENCE,
    SWAP_REFERENCE,
    WRITE_AND_SWAP,
    REMOVE_REFERENCE,
    INSERT,
    SWAP,
    DELETE_IF
  }

  /** A write of {@code kind} of a row that is called {@code name}. */
  static Write of(Kind kind, String name) {
    ReferenceRow reference = Rows.reference(name);
    ReferenceRow fenced = reference.fence(Rows.token());
    ReferenceRow moved = reference.moveTo(7, EarlierHeads.none(), Rows.token());
    ObjectRow row = Rows.object(Math.abs(Rows.token().low() >> 1), "behind it");
    ObjectRow object = Rows.updateable(name, name);
    ObjectRow next = Rows.next(object, name);
    return switch (kind) {
      case INSERT_REFERENCE ->
          new Write(
              name,
              name,
              backend -> {},
              backend -> backend.insertReference(reference),
              backend -> Rows.read(backend, reference.key()).isPresent());
      case SWAP_REFERENCE ->
          new Write(
              name,
              name,
              backend -> Rows.applied(backend.insertReference(reference)),
              backend -> backend.swapReference(reference.token(), fenced),
              backend -> Rows.read(backend, reference.key()).orElseThrow().equals(fenced));
      case WRITE_AND_SWAP ->
          new Write(
              name,
              name,
              backend -> Rows.applied(backend.insertReference(reference)),
              backend -> backend.writeAndSwap(List.of(row), reference.token(), moved),
              backend -> Rows.read(backend, reference.key()).orElseThrow().equals(moved));
      case REMOVE_REFERENCE ->
          new Write(
              name,
              name,
              backend -> Rows.applied(backend.insertReference(reference)),
              backend -> backend.removeReference(reference.key(), reference.token()),
              backend -> Rows.read(backend, reference.key()).isEmpty());
      case INSERT ->
          new Write(
              name,
              name,
              backend -> {},
              backend -> backend.insert(object),
              backend -> Rows.read(backend, object.key()).isPresent());
      case SWAP ->
          new Write(
              name,
              name,
              backend -> Rows.applied(backend.insert(object)),
              backend -> backend.swap(Rows.tokenOf(object), next),
              backend -> Rows.read(backend, object.key()).orElseThrow().equals(next));
      case DELETE_IF ->
          new Write(
              name,
              object.key().type(),
              backend -> Rows.applied(backend.insert(object)),
              backend -> backend.deleteIf(object.key(), Rows.tokenOf(object)),
              backend -> Rows.read(backend, object.key()).isEmpty());
    };
  }
}
