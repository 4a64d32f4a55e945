package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.location.LocationIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;

/** Edits the catalog within a change. Every index stays consistent with the others. */
final class CatalogEdits extends CatalogState {
  private final Workspace workspace;
  private final CatalogRequest request;
  private final Optional<Bytes> purgeSeen;

  /** Edits that take no new places. */
  CatalogEdits(Workspace workspace, CatalogRequest request) {
    this(workspace, request, Optional.empty());
  }

  /**
   * What the longest name leaves of the largest value of an index, so that a table or view can be
   * renamed, dropped and undropped whatever its locations are.
   */
  private static final int MAX_PLACES_BYTES = 7_500;

  /**
   * @param purgeSeen the {@link #lastPurge} of the state that the edits were planned on
   */
  CatalogEdits(Workspace workspace, CatalogRequest request, Optional<Bytes> purgeSeen) {
    super(workspace);
    this.workspace = workspace;
    this.request = request;
    this.purgeSeen = purgeSeen;
  }

  /** An earlier state of the catalog; entries may refer to what is reached through it. */
  CatalogState earlier(HeadId head) {
    return new CatalogState(workspace.earlier(head));
  }

  /** The request that makes these edits. */
  CatalogRequest request() {
    return request;
  }

  Workspace workspace() {
    return workspace;
  }

  private WorkingIndex<EntityEntry> workingNamespaces() {
    return workspace.index(NAMESPACES, EntityEntry.SERIALIZER);
  }

  private WorkingIndex<EntityEntry> workingContents() {
    return workspace.index(CONTENTS, EntityEntry.SERIALIZER);
  }

  private WorkingIndex<DroppedEntity> workingDropped() {
    return workspace.index(DROPPED, DroppedEntity.SERIALIZER);
  }

  private WorkingIndex<Bytes> workingEntities() {
    return workspace.index(ENTITIES, ValueSerializer.bytes());
  }

  private WorkingIndex<Bytes> locations() {
    return workspace.index(LocationIndex.NAME, ValueSerializer.bytes());
  }

  /** Adds a new namespace; the ID of its first state becomes its own. */
  long addNamespace(Namespace namespace, NamespaceState state) {
    ObjectRef ref = workspace.put(state);
    Bytes key = CatalogKeys.of(namespace);
    workingNamespaces().put(key, new EntityEntry(EntityKind.NAMESPACE, ref.id(), ref));
    record(ref.id(), EntityKind.NAMESPACE, NAMESPACES, key, List.of());
    return ref.id();
  }

  void replaceNamespace(Namespace namespace, EntityEntry entry, NamespaceState state) {
    workingNamespaces().put(CatalogKeys.of(namespace), entry.with(workspace.put(state)));
  }

  void removeNamespace(Namespace namespace, EntityEntry entry) {
    workingNamespaces().remove(CatalogKeys.of(namespace));
    workingEntities().remove(CatalogKeys.of(entry.id()));
  }

  /** Adds a new table or view; the ID of its first state becomes its own. */
  EntityEntry add(
      TableIdentifier name,
      EntityKind kind,
      ObjectRef state,
      Collection<Location> places,
      boolean isUnique) {
    requireFree(name, kind);
    EntityEntry entry = new EntityEntry(kind, state.id(), state);
    requireRoom(kind, texts(places));
    own(entry.id(), places, isUnique);
    workingContents().put(CatalogKeys.of(name), entry);
    record(entry.id(), kind, CONTENTS, CatalogKeys.of(name), texts(places));
    return entry;
  }

  /**
   * Gives an entity a new state, and further locations.
   *
   * @param places those that may be new; others stay
   */
  EntityEntry replace(
      TableIdentifier name,
      EntityEntry entry,
      ObjectRef state,
      Collection<Location> places,
      boolean isUnique) {
    EntityEntry next = entry.with(state);
    workingContents().put(CatalogKeys.of(name), next);
    if (places.isEmpty()) {
      return next;
    }
    List<String> known = new ArrayList<>(entity(entry.id()).orElseThrow().locations());
    List<String> added = new ArrayList<>(texts(places));
    added.removeAll(known);
    if (!added.isEmpty()) {
      known.addAll(added);
      requireRoom(entry.kind(), known);
      own(entry.id(), places, isUnique);
      record(entry.id(), entry.kind(), CONTENTS, CatalogKeys.of(name), known);
    }
    return next;
  }

  void rename(TableIdentifier from, TableIdentifier to, EntityEntry entry) {
    requireFree(from, to);
    workingContents().remove(CatalogKeys.of(from));
    workingContents().put(CatalogKeys.of(to), entry);
    moveRecord(entry, CONTENTS, CatalogKeys.of(to));
  }

  void drop(TableIdentifier name, DroppedEntity dropped) {
    Bytes id = CatalogKeys.of(dropped.entry().id());
    workingContents().remove(CatalogKeys.of(name));
    workingDropped().put(id, dropped);
    moveRecord(dropped.entry(), DROPPED, id);
  }

  void undrop(DroppedEntity dropped, TableIdentifier name) {
    requireFree(name, dropped.entry().kind());
    workingDropped().remove(CatalogKeys.of(dropped.entry().id()));
    workingContents().put(CatalogKeys.of(name), dropped.entry());
    moveRecord(dropped.entry(), CONTENTS, CatalogKeys.of(name));
  }

  /**
   * Gives an entity a state that it had before, under the name that it has now; if it is dropped,
   * brings it back as {@code name}. Its locations are its own: it has had them all along.
   *
   * @return its name
   */
  TableIdentifier restore(EntityEntry entry, TableIdentifier name) {
    EntityRecord record = requireRestorable(entry, name);
    Bytes key = Bytes.ofHex(record.key());
    if (record.index().equals(DROPPED)) {
      undrop(new DroppedEntity(entry, dropped().get(key).orElseThrow().details()), name);
      return name;
    }
    workingContents().put(key, entry);
    return CatalogKeys.identifier(key);
  }

  void putNamespace(Bytes key, EntityEntry entry) {
    workingNamespaces().put(key, entry);
    record(entry.id(), EntityKind.NAMESPACE, NAMESPACES, key, List.of());
  }

  /** Puts an entity that exists, dropped or not, at {@code key}. */
  void place(Bytes key, EntityEntry entry) {
    workingDropped().remove(CatalogKeys.of(entry.id()));
    workingContents().put(key, entry);
    moveRecord(entry, CONTENTS, key);
  }

  /** Leaves the name {@code key} free; the entity is placed elsewhere. */
  void vacate(Bytes key) {
    workingContents().remove(key);
  }

  /**
   * Forgets the dropped tables and views at {@code places} whose files were to be kept: the files
   * belong to their owner, which can register them again.
   */
  void releaseKeptFiles(Collection<Location> places) {
    for (Location place : places) {
      OptionalLong other = LocationIndex.overlap(locations(), place, EntityPlaces.NO_ENTITY);
      while (other.isPresent() && release(other.getAsLong())) {
        other = LocationIndex.overlap(locations(), place, EntityPlaces.NO_ENTITY);
      }
    }
  }

  private boolean release(long id) {
    boolean isKept = isDroppedWithFiles(id);
    if (isKept) {
      forget(id);
    }
    return isKept;
  }

  /** Ends a dropped entity: removes its entry and frees its locations. */
  void forget(long id) {
    LocationIndex.remove(locations(), locationsOf(id), id);
    workingDropped().remove(CatalogKeys.of(id));
    workingEntities().remove(CatalogKeys.of(id));
  }

  /**
   * Ends a dropped entity whose files are deleted; plans that know nothing of it are made again.
   */
  void endPurge(long id) {
    forget(id);
    workspace.index(PURGES, ValueSerializer.bytes()).put(LAST, CatalogKeys.of(id));
  }

  /** Keeps the report of a reset until the next one. */
  ObjectRef keepReset(ResetReport report) {
    ObjectRef kept = workspace.put(ResetRecord.of(report));
    workspace.index(RESETS).put(LAST, kept);
    return kept;
  }

  /** Marks the files of a dropped entity as being deleted: it can no longer be undropped. */
  void beginPurge(DroppedEntity seen) {
    workingDropped().put(CatalogKeys.of(seen.entry().id()), seen.purging());
  }

  /**
   * Makes an entity the owner of places. One whose files are being deleted shares its places with
   * no other, whether or not locations must be unique.
   *
   * @throws MovedException if a purge ended since the edits were planned: it may have deleted the
   *     files that the plan wrote in these places. What an entity owned before, no purge deletes
   */
  private void own(long id, Collection<Location> places, boolean isUnique) {
    if (!lastPurge().equals(purgeSeen)) {
      throw new MovedException(places);
    }
    EntityPlaces.requireUnowned(this, places, id, isUnique);
    LocationIndex.add(locations(), places, id);
  }

  private static void requireRoom(EntityKind kind, List<String> places) {
    int bytes = StoredJson.write(new EntityRecord(kind, CONTENTS, "", places)).length();
    ValidationException.check(
        bytes <= MAX_PLACES_BYTES,
        "All locations that a table or view ever had are kept until its files are gone; these %s"
            + " would take %s bytes, of at most %s: keep to fewer, or shorter ones",
        places.size(),
        bytes,
        MAX_PLACES_BYTES);
  }

  /** As they were given: files are accessed by these texts. */
  private static List<String> texts(Collection<Location> places) {
    return places.stream().map(Location::given).toList();
  }

  private void moveRecord(EntityEntry entry, String index, Bytes key) {
    record(entry.id(), entry.kind(), index, key, entity(entry.id()).orElseThrow().locations());
  }

  private void record(long id, EntityKind kind, String index, Bytes key, List<String> places) {
    workingEntities()
        .put(
            CatalogKeys.of(id),
            StoredJson.write(new EntityRecord(kind, index, key.toHex(), places)));
  }
}
