package dev.cairn.snowflake;

/**
 * The holder of a node lease, for operators; not necessarily unique.
 *
 * @param host the name of the machine
 * @param process identifies the process on that machine, such as its process ID
 */
public record LeaseHolder(String host, String process) {}
