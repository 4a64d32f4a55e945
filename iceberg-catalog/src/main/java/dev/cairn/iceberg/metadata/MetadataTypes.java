package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypeProvider;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** The object types of managed metadata. */
public final class MetadataTypes implements ObjectTypeProvider {
  static final Type<TableState> TABLE =
      new Type<>("iceberg.table", TableState.class, TableState::references);
  static final Type<TableDefinition> DEFINITION =
      new Type<>("iceberg.definition", TableDefinition.class, none -> List.of());
  static final Type<SnapshotLeaf> LEAF =
      new Type<>("iceberg.snapshots", SnapshotLeaf.class, none -> List.of());
  static final Type<LeafDirectory> DIRECTORY =
      new Type<>("iceberg.directory", LeafDirectory.class, LeafDirectory::references);
  static final Type<StatisticsSidecar> SIDECAR =
      new Type<>("iceberg.statistics", StatisticsSidecar.class, none -> List.of());
  static final Type<LogLeaf> LOG = new Type<>("iceberg.log", LogLeaf.class, none -> List.of());
  // The leaves that refs name are in the state's own lists.
  static final Type<RefTable> REFS = new Type<>("iceberg.refs", RefTable.class, none -> List.of());
  static final Type<ViewState> VIEW =
      new Type<>("iceberg.view", ViewState.class, none -> List.of());

  @Override
  public List<ObjectType<?>> types() {
    return List.of(TABLE, DEFINITION, LEAF, DIRECTORY, SIDECAR, LOG, REFS, VIEW);
  }

  /** An immutable type. */
  record Type<T>(
      String name, Class<T> valueClass, Function<T, ? extends Collection<ObjectRef>> references)
      implements ObjectType<T> {
    @Override
    public Collection<ObjectRef> references(T value) {
      return List.copyOf(references.apply(value));
    }

    ObjectRef ref(long id) {
      return new ObjectRef(name, id);
    }

    void addRef(List<ObjectRef> found, long idOrZero) {
      if (idOrZero != 0) {
        found.add(ref(idOrZero));
      }
    }
  }
}
