package dev.cairn.iceberg.catalog;

import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.iceberg.metadata.RecentTables;
import dev.cairn.iceberg.metadata.TableStates;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.iceberg.io.FileIO;

/**
 * The Iceberg catalog of one warehouse.
 *
 * <p>Refusals throw what Iceberg's clients expect: {@code NoSuchNamespaceException}, {@code
 * NoSuchTableException}, {@code NoSuchViewException}, {@code AlreadyExistsException}, {@code
 * NamespaceNotEmptyException}, {@code ValidationException}, {@code ForbiddenException}, {@code
 * CommitFailedException} if the client should build its commit again, {@code
 * ServiceUnavailableException} if nothing was applied and the same call may be repeated, and {@code
 * CommitStateUnknownException} if it is unknown whether the commit was applied.
 */
public final class IcebergCatalog {
  private final Parts parts;
  private final CatalogCommits commits;

  private record Parts(
      MetadataFiles files, WarehouseSettings settings, Clock clock, TableStates states) {}

  /**
   * The catalog on the reference {@code main} of {@code store}, which must exist. It writes the
   * metadata files of a transaction one after the other.
   *
   * @param files reads and writes metadata files
   * @param clock the time of drops, and the limit of repeated planning
   */
  public IcebergCatalog(Store store, FileIO files, WarehouseSettings settings, Clock clock) {
    this(store, files, settings, clock, Runnable::run);
  }

  /**
   * The catalog on the reference {@code main} of {@code store}, which must exist.
   *
   * @param files reads and writes metadata files
   * @param clock the time of drops, and the limit of repeated planning
   * @param executor helps to write the metadata files of transactions in parallel
   */
  public IcebergCatalog(
      Store store, FileIO files, WarehouseSettings settings, Clock clock, Executor executor) {
    MetadataFiles metadataFiles = new MetadataFiles(files, executor);
    TableStates states = new TableStates(store::findAll);
    this.parts = new Parts(metadataFiles, settings, clock, states);
    this.commits =
        new CatalogCommits(
            new CatalogCommits.Shared(
                store,
                metadataFiles,
                clock,
                settings.commitTime(),
                new TableQueues(),
                new RecentTables(),
                new MutationReplays(store, states)),
            CatalogRequest.NONE);
  }

  private IcebergCatalog(Parts parts, CatalogCommits commits) {
    this.parts = parts;
    this.commits = commits;
  }

  /**
   * This catalog, bound to one request: a cheap view. If the request is executed under a key, it
   * makes one mutation, which takes effect once and returns the same result, however often and by
   * which process the request is executed.
   *
   * <pre>{@code
   * AtomicReference<IcebergCatalog> bound = new AtomicReference<>(catalog);
   * IdempotentCall call =
   *     IdempotentCall.of(requestKey, store, Catalogs.MAIN)
   *         .withFingerprint(fingerprint)
   *         .rebuilding(kept -> bound.get().replay(kept).map(this::response));
   * IdempotentResult answer =
   *     executor.execute(
   *         call,
   *         execution -> {
   *           IcebergCatalog view = catalog.forRequest(request.with(execution));
   *           bound.set(view);
   *           try {
   *             view.tables().commit(commit);
   *           } catch (CommitFailedException e) {
   *             return refusal(409, e); // returned, not thrown: the executor may have to record it
   *           }
   *           return view.outcome().orElseThrow();
   *         });
   * }</pre>
   *
   * <p>Refusals become outcomes of the handler. Exceptions that say that nothing is known, or that
   * nothing was applied and the request may be repeated, have to leave the handler as they are. An
   * executor returns the outcome of a request without a key as its handler made it: there, the
   * server restores the answer itself.
   */
  public IcebergCatalog forRequest(CatalogRequest request) {
    return new IcebergCatalog(parts, commits.forRequest(request));
  }

  /**
   * The outcome of the mutation that this view has made under a key, with a summary as its body:
   * what the handler of the request returns. Empty if it has made none, or its request has no
   * {@link CatalogRequest#execution execution}.
   */
  public Optional<Outcome> outcome() {
    return commits.outcome();
  }

  /**
   * Restores the result of a mutation from its outcome. If the state that the request produced has
   * been collected, the current state of the table or view is the result, or its last one if it is
   * dropped.
   *
   * @return empty if the table or view is gone: answer {@code idempotency_replay_failed}, never a
   *     4xx, which makes clients delete files of a commit that was applied
   * @throws dev.cairn.api.DamagedDataException if {@code outcome} is not one of a catalog
   */
  public Optional<MutationResult> replay(Outcome outcome) {
    return commits.replay(outcome);
  }

  CatalogCommits commits() {
    return commits;
  }

  /** Namespaces. */
  public CatalogNamespaces namespaces() {
    return new CatalogNamespaces(commits);
  }

  /** Tables. */
  public CatalogTables tables() {
    return new CatalogTables(commits, parts.files(), parts.settings(), parts.states());
  }

  /** Views. */
  public CatalogViews views() {
    return new CatalogViews(commits, parts.files(), parts.settings());
  }

  /** Renames, drops and undrops of tables and views. */
  public CatalogEntities entities() {
    return new CatalogEntities(commits, parts.clock(), parts.states());
  }

  /**
   * Whether a state of a reference is that of such a catalog: one of its entries refers to an
   * object of one. An empty catalog is not recognized.
   */
  public static boolean isCatalog(View state) {
    return CatalogRecognition.isCatalog(state);
  }

  /** Earlier states, and what comes back from them. */
  public CatalogHistory history() {
    return new CatalogHistory(commits, parts.files(), parts.settings().allowed(), parts.clock());
  }
}
