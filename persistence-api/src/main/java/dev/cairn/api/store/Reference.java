package dev.cairn.api.store;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A reference as it was found.
 *
 * @param name its name
 * @param version raised by every change of it
 * @param createdAt when it was last created
 * @param headId the object it points at; nothing if it is empty
 */
public record Reference(String name, long version, Instant createdAt, OptionalLong headId) {}
