package dev.cairn.core.index;

/** One key of a block with what is stored or pending for it. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
record Entry(byte[] key, RawValue value) {}
