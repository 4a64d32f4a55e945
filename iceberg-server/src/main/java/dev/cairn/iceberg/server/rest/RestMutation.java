package dev.cairn.iceberg.server.rest;

import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.MutationResult;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A mutation whose parameters are read. It is made at most once, and answered from its result, now
 * or when the request is repeated.
 *
 * @param change makes it; returns an answer only if there is nothing to commit
 * @param answer the answer for a result
 */
record RestMutation(
    Function<IcebergCatalog, Optional<RestReply>> change,
    Function<MutationResult, RestReply> answer) {
  static RestMutation of(
      Consumer<IcebergCatalog> change, Function<MutationResult, RestReply> answer) {
    return new RestMutation(
        catalog -> {
          change.accept(catalog);
          return Optional.empty();
        },
        answer);
  }

  /** A mutation that is answered without a body. */
  static RestMutation silent(Consumer<IcebergCatalog> change) {
    return of(change, result -> RestReply.noContent());
  }

  /** {@code result} as the kind of result that the operation has. */
  static <R extends MutationResult> R as(Class<R> type, MutationResult result) {
    if (!type.isInstance(result)) {
      throw new IllegalStateException("the result is " + result + ", not a " + type);
    }
    return type.cast(result);
  }
}
