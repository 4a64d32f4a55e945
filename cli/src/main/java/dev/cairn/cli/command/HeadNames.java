package dev.cairn.cli.command;

import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.internal.codec.Trees;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.objects.RawObjects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Heads in the form that commands take. It has the version at which the head became current, which
 * only the head itself knows: fences raise the version of a reference and leave its head alone.
 */
final class HeadNames {
  private final RawObjects objects;
  private final Scope scope;

  HeadNames(Backend backend, Scope scope) {
    this.objects = new RawObjects(backend);
    this.scope = scope;
  }

  /**
   * The name of a head.
   *
   * @param version the version of the reference, which does for a head that cannot be read
   */
  Optional<String> of(OptionalLong id, long version) {
    return id.isPresent()
        ? Optional.of(new HeadId(versionOf(id.getAsLong()).orElse(version), id.getAsLong()))
            .map(HeadId::toString)
        : Optional.empty();
  }

  private Optional<Long> versionOf(long id) {
    try {
      return objects
          .find(new ObjectRef(Head.TYPE.name(), id).in(scope))
          .flatMap(found -> Trees.read(found.value()))
          .map(head -> head.path("version").asLong())
          .filter(version -> version > 0);
    } catch (CairnException e) {
      return Optional.empty(); // it is damaged, and check says so
    }
  }
}
