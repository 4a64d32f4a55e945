package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.MutationResult.EntitiesResult;
import dev.cairn.iceberg.catalog.MutationResult.PropertiesResult;
import dev.cairn.iceberg.catalog.MutationResult.ResetResult;
import dev.cairn.iceberg.catalog.MutationResult.TablesResult;
import dev.cairn.iceberg.catalog.MutationResult.ViewResult;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotFoundException;

/**
 * Serves requests with keys, as a server does: the example of {@link IcebergCatalog#forRequest}.
 */
record KeyedServer(IcebergCatalog catalog, Store store, IdempotentExecutor executor) {
  private static final Principal ANN = Principal.of("ann");

  /** Makes the mutation of the request {@code key}, once. */
  IdempotentResult request(String key, Consumer<IcebergCatalog> mutation) {
    RequestKey requestKey = RequestKey.of(ANN, "operation", "/resource", new IdempotencyKey(key));
    CatalogRequest request = CatalogRequest.of(ANN, "request-" + key);
    AtomicReference<IcebergCatalog> bound = new AtomicReference<>(catalog);
    IdempotentCall call =
        IdempotentCall.of(requestKey, store, Catalogs.MAIN)
            .withFingerprint(Fingerprint.ofBytes(Bytes.ofUtf8(key)))
            .rebuilding(kept -> bound.get().replay(kept).map(KeyedServer::response));
    return executor.execute(
        call,
        execution -> {
          IcebergCatalog view = catalog.forRequest(request.with(execution));
          bound.set(view);
          try {
            mutation.accept(view);
          } catch (CommitFailedException | AlreadyExistsException | NamespaceNotEmptyException e) {
            return refusal(409, e);
          } catch (NoSuchTableException
              | NoSuchViewException
              | NoSuchNamespaceException
              | NotFoundException e) {
            return refusal(404, e);
          }
          return view.outcome().orElseThrow();
        });
  }

  private static Outcome refusal(int status, RuntimeException e) {
    return Outcome.of(status, "text/plain", Bytes.ofUtf8(e.getClass().getSimpleName()));
  }

  private static Outcome response(MutationResult result) {
    if (result instanceof TablesResult tables) {
      return Outcome.of(200, "text/plain", Bytes.ofUtf8(tables.tables().get(0).metadataFile()));
    } else if (result instanceof ViewResult view) {
      return Outcome.of(200, "text/plain", Bytes.ofUtf8(view.metadata().metadataFileLocation()));
    } else if (result instanceof PropertiesResult changed) {
      return Outcome.of(200, "text/plain", Bytes.ofUtf8(changed.missing().toHex()));
    } else if (result instanceof ResetResult reset) {
      return Outcome.of(200, "text/plain", Bytes.ofUtf8(reset.report().toString()));
    }
    return Outcome.of(204, "text/plain", Bytes.ofUtf8(((EntitiesResult) result).ids().toString()));
  }
}
