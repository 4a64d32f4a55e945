package dev.cairn.core.internal.store;

import dev.cairn.api.Names;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.store.Updateable;
import dev.cairn.api.store.Updateables;
import dev.cairn.core.internal.head.CachedUpdateables;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The application's updateable objects of a scope. */
final class EngineUpdateables implements Updateables {
  private final UpdateableObjects objects;
  private final CachedUpdateables cached;
  private final ObjectTypes types;
  private final RunningChanges running;
  private final Environment environment;
  private final Runnable checkOpen;

  /**
   * @param checkOpen throws if the store is closed
   */
  EngineUpdateables(
      UpdateableObjects objects,
      CachedUpdateables cached,
      ObjectTypes types,
      RunningChanges running,
      Environment environment,
      Runnable checkOpen) {
    this.objects = objects;
    this.cached = cached;
    this.types = types;
    this.running = running;
    this.environment = environment;
    this.checkOpen = checkOpen;
  }

  @Override
  public <T> Optional<Updateable<T>> find(Class<T> valueClass, String name) {
    checkOpen.run();
    return objects.read(id(valueClass, name)).map(EngineUpdateables::updateable);
  }

  @Override
  public <T> Optional<Updateable<T>> findRecent(Class<T> valueClass, String name) {
    checkOpen.run();
    return cached.find(id(valueClass, name), name).map(EngineUpdateables::updateable);
  }

  @Override
  public <T> Updateables.Result<T> insert(String name, T value) {
    UpdateableId<T> id = id(classOf(value), name);
    return change(id, name, () -> objects.insert(id, value, OptionalLong.empty()));
  }

  @Override
  public <T> Updateables.Result<T> swap(Updateable<T> expected, T value) {
    Versioned<T> version = versioned(expected);
    Class<T> other = classOf(value);
    if (!other.equals(version.id().type().valueClass())) {
      throw new IllegalArgumentException(
          "the updateable object %s cannot get a value of %s".formatted(version.id(), other));
    }
    return change(
        version.id(), expected.name(), () -> objects.swap(version, value, OptionalLong.empty()));
  }

  @Override
  public <T> Updateables.Result<T> delete(Updateable<T> expected) {
    Versioned<T> version = versioned(expected);
    return change(version.id(), expected.name(), () -> objects.delete(version));
  }

  private <T> Updateables.Result<T> change(
      UpdateableId<T> id, String name, Supplier<Update<T>> change) {
    checkOpen.run();
    running.refuseNested("the updateable object " + id);
    environment.clockCheck().check(); // exports recognize objects by when they were made
    try {
      return result(change.get());
    } finally {
      cached.changed(id, name);
    }
  }

  private <T> UpdateableId<T> id(Class<T> valueClass, String name) {
    ObjectType<T> type = types.forClass(valueClass);
    return UpdateableId.named(
        type, Names.check("the name of an updateable object", name, MAX_NAME_BYTES));
  }

  @SuppressWarnings("unchecked") // the class of a value of T
  private static <T> Class<T> classOf(T value) {
    return (Class<T>) value.getClass();
  }

  private <T> Versioned<T> versioned(Updateable<T> expected) {
    return new Versioned<>(
        id(classOf(expected.value()), expected.name()),
        expected.value(),
        expected.token(),
        Optional.empty(),
        Micros.of(expected.createdAt()),
        OptionalLong.empty());
  }

  private static <T> Updateable<T> updateable(Versioned<T> version) {
    return new Updateable<>(
        version.id().name().orElseThrow(),
        version.value(),
        version.token(),
        Micros.toInstant(version.createdAtMicros()));
  }

  private static <T> Updateables.Result<T> result(Update<T> update) {
    if (update instanceof Update.Applied<T> applied) {
      return new Updateables.Result.Applied<>(updateable(applied.written()));
    }
    if (update instanceof Update.Conflict<T> conflict) {
      return new Updateables.Result.Conflict<>(conflict.found().map(EngineUpdateables::updateable));
    }
    if (update instanceof Update.Unknown<T> unknown) {
      return new Updateables.Result.Unknown<>(
          updateable(unknown.attempted()),
          unknown.found().map(EngineUpdateables::updateable),
          unknown.cause());
    }
    throw new AssertionError(update);
  }
}
