package dev.cairn.api.store;

import java.util.List;
import java.util.Optional;

/**
 * One page of a reference's log.
 *
 * @param entries newest first
 * @param next the first commit of the next page, if there is one
 */
public record LogPage(List<LogEntry> entries, Optional<CommitId> next) {}
