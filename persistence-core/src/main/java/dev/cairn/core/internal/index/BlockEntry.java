package dev.cairn.core.internal.index;

/** One key of a block with its stored or pending value. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BlockEntry(byte[] key, RawValue value) {}
