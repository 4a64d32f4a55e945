package dev.cairn.api;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The object types that a process knows. Rows of other types are left unchanged. */
public final class ObjectTypes {
  private final Map<String, ObjectType<?>> byName;
  private final Map<Class<?>, ObjectType<?>> byClass;

  private ObjectTypes(Map<String, ObjectType<?>> byName, Map<Class<?>, ObjectType<?>> byClass) {
    this.byName = Collections.unmodifiableMap(byName);
    this.byClass = Collections.unmodifiableMap(byClass);
  }

  /**
   * All types whose providers are on the class path.
   *
   * @throws ConfigurationException if two types share a name or a class, or if a name begins with
   *     {@code cairn.}, which is reserved for the engine
   */
  public static ObjectTypes discover() {
    return ofProviders(
        ServiceLoader.load(ObjectTypeProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  static ObjectTypes ofProviders(List<ObjectTypeProvider> providers) {
    List<ObjectType<?>> types =
        providers.stream().<ObjectType<?>>flatMap(provider -> provider.types().stream()).toList();
    types.forEach(ObjectTypes::refuseNameOfTheEngine);
    return of(types);
  }

  private static void refuseNameOfTheEngine(ObjectType<?> type) {
    if (type.name().startsWith("cairn.")) {
      throw new ConfigurationException(
          "the object type %s is called '%s'; names that begin with cairn. are reserved for the engine, choose another"
              .formatted(type.getClass().getName(), type.name()));
    }
  }

  /**
   * Exactly these types.
   *
   * @throws ConfigurationException if two types share a name or a class
   */
  public static ObjectTypes of(Collection<? extends ObjectType<?>> types) {
    Map<String, ObjectType<?>> byName = new TreeMap<>();
    Map<Class<?>, ObjectType<?>> byClass = new HashMap<>();
    for (ObjectType<?> type : types) {
      ObjectKey.checkType(type.name());
      refuseTwo("name '" + type.name() + "'", type, byName.putIfAbsent(type.name(), type));
      refuseTwo("value " + type.valueClass(), type, byClass.putIfAbsent(type.valueClass(), type));
    }
    return new ObjectTypes(byName, byClass);
  }

  /** These types and {@code others}. */
  public ObjectTypes and(Collection<? extends ObjectType<?>> others) {
    return of(Stream.concat(byName.values().stream(), others.stream()).toList());
  }

  private static void refuseTwo(String what, ObjectType<?> type, @Nullable ObjectType<?> earlier) {
    if (earlier != null) {
      throw new ConfigurationException(
          "two object types have the %s: %s and %s; give one of them another"
              .formatted(what, earlier.getClass().getName(), type.getClass().getName()));
    }
  }

  /** The type called {@code name}, if this process knows it. */
  public Optional<ObjectType<?>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * The type whose values are of class {@code valueClass}.
   *
   * @throws ConfigurationException if there is none
   */
  @SuppressWarnings("unchecked") // a type is filed under its own value class
  public <T> ObjectType<T> forClass(Class<T> valueClass) {
    ObjectType<?> type = byClass.get(valueClass);
    if (type == null) {
      throw new ConfigurationException(
          "no object type has values of %s; register one with an ObjectTypeProvider. Known: %s"
              .formatted(valueClass, byName.keySet()));
    }
    return (ObjectType<T>) type;
  }

  /** All types, in the order of their names. */
  public List<ObjectType<?>> all() {
    return List.copyOf(byName.values());
  }
}
