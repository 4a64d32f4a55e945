package dev.cairn.api.idempotency;

import java.util.Optional;

/**
 * On whose behalf a request is made. Two principals may use the same key without meeting. A server
 * that knows none says so by {@link #NONE}.
 *
 * @param name who it is, as the server authenticated it; nothing if the server knows no principals
 */
public record Principal(Optional<String> name) {
  /** Nobody in particular: all clients share their keys. */
  public static final Principal NONE = new Principal(Optional.empty());

  /** Checks the name. */
  public Principal {
    if (name.isPresent() && name.get().isEmpty()) {
      throw new IllegalArgumentException("the name of a principal is empty; use Principal.NONE");
    }
    if (name.isPresent() && name.get().chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("the name of a principal has a control character");
    }
  }

  /** The principal called {@code name}. */
  public static Principal of(String name) {
    return new Principal(Optional.of(name));
  }
}
