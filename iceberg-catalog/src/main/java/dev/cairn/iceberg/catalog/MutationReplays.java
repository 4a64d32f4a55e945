package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.MutationResult.EntitiesResult;
import dev.cairn.iceberg.catalog.MutationResult.PropertiesResult;
import dev.cairn.iceberg.catalog.MutationResult.ResetResult;
import dev.cairn.iceberg.catalog.MutationResult.TablesResult;
import dev.cairn.iceberg.catalog.MutationResult.ViewResult;
import dev.cairn.iceberg.catalog.MutationSummary.Entity;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import dev.cairn.iceberg.metadata.ViewState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Restores results from summaries.
 *
 * <p>The state that a summary names may be superseded, and collected. Then the entity's current
 * state, or its last one if it is dropped, is the answer, as Iceberg's specification allows. Only
 * if the entity itself is gone, there is none.
 */
record MutationReplays(Store store, TableStates states) {
  /** The result; empty if it is no longer available. */
  Optional<MutationResult> replay(MutationSummary summary) {
    return switch (summary.form()) {
      case TABLES -> tables(summary.entities());
      case VIEW -> view(summary.entities().get(0));
      case RESET -> reset(summary.entities().get(0).state());
      case PROPERTIES ->
          Optional.of(new PropertiesResult(summary.entities().get(0).id(), summary.missing()));
      case ENTITIES ->
          Optional.of(
              new EntitiesResult(
                  summary.entities().stream().map(Entity::id).toList(),
                  summary.entities().stream().mapToLong(Entity::state).max().orElse(0)));
    };
  }

  private Optional<MutationResult> tables(List<Entity> entities) {
    List<CatalogTable> tables = new ArrayList<>();
    for (Entity entity : entities) {
      Optional<CatalogTable> table = table(entity);
      if (table.isEmpty()) {
        return Optional.empty();
      }
      tables.add(table.get());
    }
    return Optional.of(new TablesResult(tables));
  }

  private Optional<CatalogTable> table(Entity entity) {
    EntityEntry entry = entry(EntityKind.TABLE, entity);
    Optional<CatalogTable> kept =
        store
            .findAll(TableState.class, List.of(entry.state()))
            .get(0)
            .flatMap(state -> assembled(entry, state));
    return kept.or(
        () -> {
          CatalogState state = new CatalogState(store.current(Catalogs.MAIN));
          return last(state, entity.id())
              .map(found -> new CatalogTable(found, state.table(found.state()), states));
        });
  }

  // A collection deletes objects one by one: a state that is there may lack some of its leaves.
  private Optional<CatalogTable> assembled(EntityEntry entry, TableState state) {
    try {
      return Optional.of(new CatalogTable(entry, state, states).assembled());
    } catch (ObjectNotFoundException collected) {
      return Optional.empty();
    }
  }

  private Optional<MutationResult> view(Entity entity) {
    EntityEntry entry = entry(EntityKind.VIEW, entity);
    return store
        .findAll(ViewState.class, List.of(entry.state()))
        .get(0)
        .map(state -> result(entry, state))
        .or(
            () -> {
              CatalogState state = new CatalogState(store.current(Catalogs.MAIN));
              return last(state, entity.id())
                  .map(found -> result(found, state.viewState(found.state())));
            });
  }

  private Optional<MutationResult> reset(long id) {
    ObjectRef ref = new ObjectRef(CatalogTypes.RESET, id);
    return store
        .findAll(ResetRecord.class, List.of(ref))
        .get(0)
        .map(found -> new ResetResult(ref, found.report()));
  }

  private static MutationResult result(EntityEntry entry, ViewState state) {
    return new ViewResult(entry.id(), entry.state(), state.load());
  }

  private static EntityEntry entry(EntityKind kind, Entity entity) {
    return new EntityEntry(kind, entity.id(), new ObjectRef(kind.stateType(), entity.state()));
  }

  /** The current entry of an entity, or its last one if it is dropped. */
  private static Optional<EntityEntry> last(CatalogState state, long id) {
    return state
        .entity(id)
        .flatMap(
            record -> {
              Bytes key = Bytes.ofHex(record.key());
              return record.index().equals(CatalogState.DROPPED)
                  ? state.dropped().get(key).map(DroppedEntity::entry)
                  : state.contents().get(key);
            });
  }
}
