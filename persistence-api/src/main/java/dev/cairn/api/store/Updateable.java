package dev.cairn.api.store;

import dev.cairn.api.Token;
import java.time.Instant;

/**
 * One version of an updateable object.
 *
 * @param name its name, unique within its scope and type
 * @param value its value; never modify it, it may be cached
 * @param token what the next swap or deletion compares
 * @param createdAt when it was inserted
 * @param <T> the class of its values
 */
public record Updateable<T>(String name, T value, Token token, Instant createdAt) {}
