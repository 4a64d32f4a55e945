package dev.cairn.core.internal.head;

import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.internal.Durations;
import dev.cairn.core.internal.objects.Loaded;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cache of updateable objects of a scope, for reads that allow it. Each is served for as long as
 * its type permits, counted from before it was read, and dropped when this process changes it.
 */
public final class CachedUpdateables {
  private final UpdateableObjects objects;
  private final Scope scope;
  private final ObjectCache cache;
  private final Environment environment;

  /**
   * What a read found.
   *
   * @param found null if there was no object
   * @param readMicros a time before it was read
   * @param forMicros how long it may be served
   */
  record Known(@Nullable Versioned<?> found, long readMicros, long forMicros, int bytes) {
    int weight() {
      return 256 + 2 * bytes;
    }

    // A clock that was set back would serve it for longer.
    boolean isServedAt(long nowMicros) {
      return nowMicros >= readMicros && nowMicros - readMicros < forMicros;
    }
  }

  /** Reads from {@code objects} what {@code cache} does not have. */
  public CachedUpdateables(
      UpdateableObjects objects, Scope scope, ObjectCache cache, Environment environment) {
    this.objects = objects;
    this.scope = scope;
    this.cache = cache;
    this.environment = environment;
  }

  /** The object, possibly from the cache. */
  @SuppressWarnings("unchecked") // cached under its own type, whose class is checked
  public <T> Optional<Versioned<T>> find(UpdateableId<T> id, String name) {
    ObjectType<T> type = id.type();
    Known known = cache.updateable(scope, type.name(), name);
    long now = environment.nowMicros();
    if (known != null && known.isServedAt(now)) {
      Versioned<?> found = known.found;
      if (found == null) {
        return Optional.empty();
      }
      if (type.valueClass().isInstance(found.value())) {
        return Optional.of((Versioned<T>) found);
      }
    }
    long changes = cache.updateableChanges(scope, type.name(), name);
    Optional<Loaded<Versioned<T>>> loaded = objects.load(id);
    Duration served =
        loaded.map(each -> type.cacheFor(each.value().value())).orElseGet(type::cacheMissingFor);
    if (served.compareTo(Duration.ZERO) > 0) {
      Known read =
          new Known(
              loaded.map(Loaded::value).orElse(null),
              now,
              Durations.micros(served),
              loaded.map(Loaded::bytes).orElse(0));
      cache.putUpdateable(scope, type.name(), name, read, changes);
    }
    return loaded.map(Loaded::value);
  }

  /** Drops an object that this process has changed, or tried to change. */
  public void changed(UpdateableId<?> id, String name) {
    cache.changedUpdateable(scope, id.type().name(), name);
  }
}
