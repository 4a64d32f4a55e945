package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.TestClock;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Keys that do not say all, or say too much. */
final class BrokenKeys {
  private BrokenKeys() {}

  /** Only the first 8 bytes of an ID are in the key. */
  static final class LongIdsCut extends KeyMapping {

    LongIdsCut(Backend sound, TestClock clock) {
      super(
          sound,
          clock,
          key ->
              key.id().isName()
                  ? new ObjectKey(
                      key.scope(),
                      key.type(),
                      ObjectId.of(key.id().bytes().toByteBuffer().getLong() & Long.MAX_VALUE))
                  : key,
          key -> key);
    }
  }

  /** Tenant and catalog are joined by a colon. */
  static final class ScopesJoined extends KeyMapping {

    ScopesJoined(Backend sound, TestClock clock) {
      super(
          sound,
          clock,
          key -> new ObjectKey(join(key.scope()), key.type(), key.id()),
          key -> new ReferenceKey(join(key.scope()), key.name()));
    }

    private static Scope join(Scope scope) {
      String joined = scope.tenantId() + ":" + scope.catalogId();
      return joined.getBytes(StandardCharsets.UTF_8).length <= Scope.MAX_ID_BYTES
          ? new Scope(joined, "all")
          : scope;
    }
  }

  /** The type is not in the key. */
  static final class TypesIgnored extends KeyMapping {

    TypesIgnored(Backend sound, TestClock clock) {
      super(sound, clock, key -> new ObjectKey(key.scope(), "all", key.id()), key -> key);
    }
  }

  /** Names that differ in case are the same. */
  static final class NamesInLowercase extends KeyMapping {

    NamesInLowercase(Backend sound, TestClock clock) {
      super(
          sound,
          clock,
          key -> new ObjectKey(lower(key.scope()), lower(key.type()), key.id()),
          key -> new ReferenceKey(lower(key.scope()), lower(key.name())));
    }

    private static Scope lower(Scope scope) {
      return new Scope(lower(scope.tenantId()), lower(scope.catalogId()));
    }

    private static String lower(String name) {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  /** Names that look the same are the same. */
  static final class NamesNormalized extends KeyMapping {

    NamesNormalized(Backend sound, TestClock clock) {
      super(
          sound,
          clock,
          key -> key,
          key ->
              new ReferenceKey(key.scope(), Normalizer.normalize(key.name(), Normalizer.Form.NFD)));
    }
  }

  /** Only the first 255 characters of a name are in the key. */
  static final class LongNamesCut extends KeyMapping {

    LongNamesCut(Backend sound, TestClock clock) {
      super(
          sound,
          clock,
          key -> key,
          key ->
              new ReferenceKey(
                  key.scope(), key.name().substring(0, Math.min(255, key.name().length()))));
    }
  }

  /** Deleting in a scope deletes in all whose IDs begin with the same letters. */
  static final class DeleteTakesPrefixes extends Broken {
    DeleteTakesPrefixes(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {

      for (ObjectKey key : keys) {
        List<ObjectKey> taken = new ArrayList<>();
        super.scanObjects(
            Optional.empty(),
            Optional.empty(),
            ScanBound.NONE,
            Optional.empty(),
            row -> {
              if (row.key().id().equals(key.id())
                  && row.key().type().startsWith(key.type())
                  && Broken.within(Optional.of(key.scope()), row.key().scope())) {
                taken.add(row.key());
              }
              return true;
            });
        taken.forEach(this::remove);
      }
    }
  }
}
