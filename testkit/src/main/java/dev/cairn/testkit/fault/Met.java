package dev.cairn.testkit.fault;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.RowVisitor;
import java.util.List;
import java.util.Optional;

/** A call and the fault it meets, if any. */
record Met(long call, Operation operation, Optional<Injection> injection) {
  boolean is(Fault fault) {
    return injection.isPresent() && injection.get().fault() == fault;
  }

  int amount() {
    return injection.map(Injection::amount).orElse(0);
  }

  BackendUnavailableException failure() {
    return new BackendUnavailableException(
        "call %d, %s, fails on purpose: %s of %d"
            .formatted(call, operation, injection.orElseThrow().fault(), amount()));
  }

  /** What a caller gets whose reply never comes. */
  CasResult<?> lost() {
    if (!operation.isConditional()) {
      throw failure();
    }
    return CasResult.unknown(failure());
  }

  /** As many of {@code all} as are done. */
  <E> List<E> first(List<E> all) {
    return is(Fault.PARTIAL) ? all.subList(0, Math.min(amount(), all.size())) : all;
  }

  void failIfPartial() {
    if (is(Fault.PARTIAL)) {
      throw failure();
    }
  }

  /** Takes as many rows as are done. */
  <R> RowVisitor<R> cutOff(RowVisitor<R> visitor) {
    if (!is(Fault.PARTIAL)) {
      return visitor;
    }
    int[] left = {amount()};
    return row -> {
      if (left[0]-- == 0) {
        throw failure();
      }
      return visitor.visit(row);
    };
  }
}
