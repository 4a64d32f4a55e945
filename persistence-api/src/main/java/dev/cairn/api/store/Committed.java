package dev.cairn.api.store;

import java.util.Optional;

/**
 * A commit that was done.
 *
 * @param value what the change returned
 * @param id where the commit is in the log; nothing if the change edited nothing, which makes no
 *     commit
 * @param <R> what the change returns
 */
public record Committed<R>(R value, Optional<CommitId> id) {}
