package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.metadata.RecentTables;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Plans and applies the mutations of one request.
 *
 * <p>A plan is made on a state that may come from the cache. If that state refuses it, the current
 * state decides. A plan writes its metadata files before it is applied; the change that applies it
 * only compares what it touches with what the plan was made on, and edits the indexes. If something
 * moved, nothing is applied, the files are deleted, and a new plan is made: see {@link
 * MutationRun}.
 */
final class CatalogCommits {
  /** A commit that is ready to be applied. */
  interface Plan<R extends MutationResult> {
    /** Applies it; may run more than once. */
    R apply(CatalogEdits edits);

    /** The files that it wrote. */
    default List<PlannedFile> files() {
      return List.of();
    }

    /** Cleans up after this plan was applied; not called if that is unknown. */
    default void applied() {}
  }

  /**
   * A metadata file that was written for a state.
   *
   * @param location where it is
   * @param state the state that names it, which no other attempt has
   */
  record PlannedFile(String location, ObjectRef state) {}

  /** What all requests of this process share. */
  record Shared(
      Store store,
      MetadataFiles files,
      Clock clock,
      Duration limit,
      TableQueues queues,
      RecentTables recentTables,
      MutationReplays replays) {}

  private record Made(Outcome outcome, MutationResult result) {}

  private final Shared shared;
  private final CatalogRequest request;
  private volatile @Nullable Made made;

  CatalogCommits(Shared shared, CatalogRequest request) {
    this.shared = shared;
    this.request = request;
  }

  /** The same for another request. */
  CatalogCommits forRequest(CatalogRequest other) {
    return new CatalogCommits(shared, other);
  }

  Store store() {
    return shared.store();
  }

  CatalogRequest request() {
    return request;
  }

  RecentTables recentTables() {
    return shared.recentTables();
  }

  CatalogState current() {
    return new CatalogState(store().current(Catalogs.MAIN));
  }

  CatalogState recent() {
    return new CatalogState(store().recent(Catalogs.MAIN));
  }

  /**
   * Makes plans with {@code planner}, one after the other, until one is applied.
   *
   * @param operation the operation, for the summary under the request's key
   * @param type the class of the result
   * @param names the tables and views that it changes
   */
  <R extends MutationResult> R run(
      String operation,
      Class<R> type,
      Collection<TableIdentifier> names,
      Function<CatalogState, Plan<R>> planner) {
    if (made != null && request.isKeyed()) {
      throw new IllegalStateException(
          "A request with a key makes one mutation, and this one has made its own: %s needs another request"
              .formatted(operation));
    }
    MutationRun<R> run = new MutationRun<>(shared, this, operation, type, planner);
    return run.run(() -> shared.queues().enter(queues(names), shared.limit()));
  }

  /**
   * The queues of tables and views: by their IDs, which renames keep, and of new ones by name.
   * Which queue a commit waits in decides about waiting only, so a cached state will do.
   */
  Collection<String> queues(Collection<TableIdentifier> names) {
    Collection<String> queues = new TreeSet<>();
    if (!names.isEmpty()) {
      CatalogState state = recent();
      for (TableIdentifier name : names) {
        queues.add(
            state
                .contents()
                .get(CatalogKeys.of(name))
                .map(entry -> HexFormat.of().toHexDigits(entry.id()))
                .orElse("new " + name));
      }
    }
    return queues;
  }

  /** Notes what this request has made. */
  void made(Outcome outcome, MutationResult result) {
    made = new Made(outcome, result);
  }

  /** The outcome that is kept under the key of this request; empty if it has made nothing. */
  Optional<Outcome> outcome() {
    return Optional.ofNullable(made).map(Made::outcome);
  }

  /** The result that {@code outcome} stands for. */
  Optional<MutationResult> replay(Outcome outcome) {
    Made mine = made;
    return mine != null && mine.outcome().equals(outcome)
        ? Optional.of(mine.result())
        : shared.replays().replay(MutationSummary.of(outcome));
  }
}
