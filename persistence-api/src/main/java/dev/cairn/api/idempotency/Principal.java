package dev.cairn.api.idempotency;

import dev.cairn.api.internal.Utf8;
import java.util.Optional;

/**
 * The authenticated client of a request.
 *
 * <p>Different principals may use the same key independently. Servers without authentication use
 * {@link #NONE}.
 *
 * @param name the authenticated name; empty if the server has no principals
 */
public record Principal(Optional<String> name) {
  /** No principal: all clients share one space of keys. */
  public static final Principal NONE = new Principal(Optional.empty());

  /** Checks the name. */
  public Principal {
    if (name.isPresent() && name.get().isEmpty()) {
      throw new IllegalArgumentException("the name of a principal is empty; use Principal.NONE");
    }
    if (name.isPresent() && name.get().chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("the name of a principal has a control character");
    }
    name.ifPresent(text -> Utf8.checked("the name of a principal", text));
  }

  /** The principal named {@code name}. */
  public static Principal of(String name) {
    return new Principal(Optional.of(name));
  }
}
