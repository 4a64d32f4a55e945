package dev.cairn.core.internal.turn;

/**
 * What a process knows when it decides about its next step.
 *
 * @param list the list in the row
 * @param node the process's own node
 * @param version the version of the row: it changes with every commit, and not with a join
 * @param isFresh whether the row was read since the process last had nothing to do
 * @param waiting how many commits of this process wait
 * @param oldestMicros how long the oldest of them has waited
 * @param nowMicros the process's own clock
 */
public record TurnView(
    TurnList list,
    int node,
    long version,
    boolean isFresh,
    int waiting,
    long oldestMicros,
    long nowMicros) {}
