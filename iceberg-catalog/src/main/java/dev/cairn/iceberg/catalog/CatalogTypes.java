package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypeProvider;
import java.util.List;

/** The object types of the catalog besides those of metadata. */
public final class CatalogTypes implements ObjectTypeProvider {
  static final String RESET = "iceberg.reset";

  @Override
  public List<ObjectType<?>> types() {
    return List.of(new NamespaceType(), new ResetType());
  }

  private static final class ResetType implements ObjectType<ResetRecord> {
    @Override
    public String name() {
      return RESET;
    }

    @Override
    public Class<ResetRecord> valueClass() {
      return ResetRecord.class;
    }
  }

  private static final class NamespaceType implements ObjectType<NamespaceState> {
    @Override
    public String name() {
      return EntityKind.NAMESPACE.stateType();
    }

    @Override
    public Class<NamespaceState> valueClass() {
      return NamespaceState.class;
    }
  }
}
