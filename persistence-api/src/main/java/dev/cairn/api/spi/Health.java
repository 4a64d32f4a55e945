package dev.cairn.api.spi;

/**
 * The health of a database connection.
 *
 * @param healthy whether reads and writes are expected to work
 * @param detail one sentence for operators, without secrets
 */
public record Health(boolean healthy, String detail) {}
