package dev.cairn.api.spi;

import dev.cairn.api.Bytes;

/**
 * The position at which a scan stopped, opaque to callers. It may be stored and used by another
 * process to resume.
 *
 * @param bytes the backend's encoding
 */
public record ScanPosition(Bytes bytes) {}
