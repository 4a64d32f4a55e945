package dev.cairn.api.spi;

/**
 * Whether the database answers.
 *
 * @param healthy whether reads and writes can be expected to work
 * @param detail one sentence for people, without secrets
 */
public record Health(boolean healthy, String detail) {}
