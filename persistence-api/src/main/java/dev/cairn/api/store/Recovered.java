package dev.cairn.api.store;

import java.time.Instant;

/**
 * A reference was taken back to an earlier state because its current head was lost.
 *
 * @param commit the commit that did it
 * @param target the head whose state came back
 * @param keysFrom requests that were accepted before are never executed again, whether they were
 *     applied or not
 */
public record Recovered(CommitId commit, HeadId target, Instant keysFrom) {}
