package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.ExitReasons;
import dev.cairn.cli.ToolConnection;
import dev.cairn.iceberg.catalog.CatalogRequest;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.MutationResult;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import picocli.CommandLine.Option;

/**
 * The key under which a command changes a warehouse once. Without one, each call has a key of its
 * own, so that a lost reply does no harm within the call.
 */
final class KeyOption {
  private static final Set<ExitCode> REFUSALS =
      EnumSet.of(ExitCode.USAGE, ExitCode.NOT_FOUND, ExitCode.CONFLICT);

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "Does it once under this key, such as a UUID: repeat the command with the same key if it"
              + " was interrupted. Name the state by its head then.")
  private Optional<String> given = Optional.empty();

  /**
   * Makes one mutation of a warehouse.
   *
   * @param operation what it is
   * @param arguments of what and how: under one key always the same
   */
  MutationResult change(
      ToolConnection connection,
      OpenWarehouse warehouse,
      String operation,
      String arguments,
      Consumer<IcebergCatalog> mutation) {
    IdempotencyKey key = new IdempotencyKey(given.orElseGet(() -> UUID.randomUUID().toString()));
    String path = "/" + warehouse.store().scope();
    IdempotentCall call =
        IdempotentCall.of(
                RequestKey.of(Principal.NONE, operation, path, key),
                warehouse.store(),
                Catalogs.MAIN)
            .withFingerprint(Fingerprint.ofBytes(Bytes.ofUtf8(arguments)));
    Request request = new Request(warehouse.catalog(), mutation);
    try (IdempotentExecutor executor =
        connection.cairn().idempotency().executor(warehouse.store().scope())) {
      return request.result(executor.execute(call.rebuilding(request::rebuilt), request::execute));
    } catch (CommitStateUnknownException e) {
      throw new CommandException(
          ExitCode.UNAVAILABLE,
          "it is unknown whether the change was made; repeat the command with --key %s to find out"
              .formatted(key));
    }
  }

  private static final class Request {
    private final IcebergCatalog catalog;
    private final Consumer<IcebergCatalog> mutation;
    private final AtomicReference<MutationResult> result = new AtomicReference<>();
    private final AtomicReference<RuntimeException> refusal = new AtomicReference<>();

    Request(IcebergCatalog catalog, Consumer<IcebergCatalog> mutation) {
      this.catalog = catalog;
      this.mutation = mutation;
    }

    Outcome execute(Execution execution) {
      IcebergCatalog view = catalog.forRequest(CatalogRequest.NONE.with(execution));
      try {
        mutation.accept(view);
      } catch (RuntimeException e) {
        if (!REFUSALS.contains(ExitReasons.code(e))) {
          throw e;
        }
        refusal.set(e);
        return Outcome.of(409, "text/plain", Bytes.ofUtf8(ExitReasons.sentence(e)));
      }
      return view.outcome().orElseThrow();
    }

    Optional<Outcome> rebuilt(Outcome kept) {
      Optional<MutationResult> found = catalog.replay(kept);
      found.ifPresent(result::set);
      return found.map(each -> Outcome.of(kept.status()));
    }

    MutationResult result(IdempotentResult answer) {
      if (answer instanceof IdempotentResult.Refused refused) {
        throw new CommandException(
            refused.retryAfter().isPresent() ? ExitCode.UNAVAILABLE : ExitCode.CONFLICT,
            refused.message());
      }
      Outcome outcome =
          answer instanceof IdempotentResult.Executed executed
              ? executed.outcome()
              : ((IdempotentResult.Replayed) answer).outcome();
      if (outcome.status() >= 400) {
        RuntimeException mine = refusal.get();
        throw mine != null
            ? mine
            : new CommandException(ExitCode.CONFLICT, outcome.body().bytes().toUtf8());
      }
      if (outcome.body() instanceof Outcome.Body.Summary) {
        Optional<Outcome> unused = rebuilt(outcome);
      }
      MutationResult found = result.get();
      if (found == null) {
        throw new CommandException(
            ExitCode.FAILED, "the change was made before, but what it did is no longer known");
      }
      return found;
    }
  }
}
