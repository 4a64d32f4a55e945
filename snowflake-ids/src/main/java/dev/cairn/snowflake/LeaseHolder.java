package dev.cairn.snowflake;

/**
 * Who leases a node, for operators; it need not be unique.
 *
 * @param host the name of the machine
 * @param process what tells the process from others on that machine, such as its ID
 */
public record LeaseHolder(String host, String process) {}
