package dev.cairn.api;

import java.util.List;

/**
 * Brings object types to the store. Implementations are found by {@link java.util.ServiceLoader}:
 * name the class in {@code META-INF/services/dev.cairn.api.ObjectTypeProvider}.
 */
@FunctionalInterface
public interface ObjectTypeProvider {
  /** The types, each with a name and a class no other type has. */
  List<ObjectType<?>> types();
}
