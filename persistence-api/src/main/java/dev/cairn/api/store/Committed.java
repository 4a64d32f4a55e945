package dev.cairn.api.store;

import java.util.Optional;

/**
 * The result of a commit.
 *
 * @param value what the change returned
 * @param id the position of the commit in the log; empty if the change edited nothing, which
 *     creates no commit
 * @param <R> the result type of the change
 */
public record Committed<R>(R value, Optional<CommitId> id) {}
