package dev.cairn.core.internal.objects;

import dev.cairn.api.ObjectRef;
import java.util.List;

/**
 * An object that was read, with what a cache needs to know of it.
 *
 * @param value the value
 * @param references the objects it needs
 * @param bytes the approximate size of its stored form
 */
public record Loaded<T>(T value, List<ObjectRef> references, int bytes) {}
