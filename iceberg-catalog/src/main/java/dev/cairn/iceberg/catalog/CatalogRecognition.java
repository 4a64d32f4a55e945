package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.View;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells the states of a catalog from those of other applications, whatever these have. */
final class CatalogRecognition {
  private CatalogRecognition() {}

  /** Whether a namespace, or a dropped table or view, is in {@code view}. */
  static boolean isCatalog(View view) {
    return List.of(CatalogState.NAMESPACES, CatalogState.DROPPED).stream()
        .flatMap(name -> view.index(name, new Reference()).first().stream())
        .flatMap(entry -> entry.value().stream())
        .anyMatch(CatalogRecognition::isOfACatalog);
  }

  private static boolean isOfACatalog(ObjectRef ref) {
    return Arrays.stream(EntityKind.values()).anyMatch(kind -> kind.stateType().equals(ref.type()));
  }

  /** The reference of a value of any form. */
  private static final class Reference implements ValueSerializer<Optional<ObjectRef>> {
    @Override
    public @Nullable ObjectRef reference(Optional<ObjectRef> value) {
      return value.orElse(null);
    }

    @Override
    public Bytes payload(Optional<ObjectRef> value) {
      return Bytes.empty();
    }

    @Override
    public Optional<ObjectRef> read(@Nullable ObjectRef reference, Bytes payload) {
      return Optional.ofNullable(reference);
    }
  }
}
