package dev.cairn.core.internal.objects;

import dev.cairn.api.Token;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One version of an updateable object.
 *
 * @param id which object
 * @param value its value
 * @param token the token that the next change expects
 * @param previous the token before it; none if the object was just inserted
 * @param createdAtMicros when it was inserted
 * @param expiresAtMicros when the database may remove it, grace and clock skew included
 * @param <T> the class of its values
 */
public record Versioned<T>(
    UpdateableId<T> id,
    T value,
    Token token,
    Optional<Token> previous,
    long createdAtMicros,
    OptionalLong expiresAtMicros) {}
