package dev.cairn.api.spi;

import dev.cairn.api.Bytes;

/**
 * Where a scan stopped. Only the backend that made it understands it; it may be stored, and used by
 * another process to go on.
 *
 * @param bytes the backend's own form
 */
public record ScanPosition(Bytes bytes) {}
