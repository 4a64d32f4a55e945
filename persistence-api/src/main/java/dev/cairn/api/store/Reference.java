package dev.cairn.api.store;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A reference as it was read.
 *
 * @param name its name
 * @param version incremented by every change
 * @param createdAt when it was last created
 * @param headId the current head object; empty in the empty state
 */
public record Reference(String name, long version, Instant createdAt, OptionalLong headId) {}
