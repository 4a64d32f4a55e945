package dev.cairn.api.store;

import java.time.Instant;

/**
 * The recovery of a reference to an earlier state after its current head was lost.
 *
 * @param commit the commit that recovered it
 * @param target the head whose state was restored
 * @param keysFrom requests accepted before this time are never executed again, whether or not they
 *     were applied
 */
public record Recovered(CommitId commit, HeadId target, Instant keysFrom) {}
