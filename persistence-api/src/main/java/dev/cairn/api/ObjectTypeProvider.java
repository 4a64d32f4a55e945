package dev.cairn.api;

import java.util.List;

/**
 * Supplies object types. Implementations are found by {@link java.util.ServiceLoader}: name the
 * class in {@code META-INF/services/dev.cairn.api.ObjectTypeProvider}.
 */
@FunctionalInterface
public interface ObjectTypeProvider {
  /** The types; each has a unique name and a unique value class. */
  List<ObjectType<?>> types();
}
