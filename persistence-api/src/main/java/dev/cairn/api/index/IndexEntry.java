package dev.cairn.api.index;

import dev.cairn.api.Bytes;

/** A key and its value. */
public record IndexEntry<V>(Bytes key, V value) {}
