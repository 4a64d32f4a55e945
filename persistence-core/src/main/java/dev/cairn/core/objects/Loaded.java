package dev.cairn.core.objects;

import dev.cairn.api.ObjectRef;
import java.util.List;

/**
 * An object as it was read.
 *
 * @param value the value
 * @param references the objects it needs
 * @param bytes about how many bytes it is stored in
 */
public record Loaded<T>(T value, List<ObjectRef> references, int bytes) {}
