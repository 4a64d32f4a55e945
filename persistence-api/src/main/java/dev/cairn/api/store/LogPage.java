package dev.cairn.api.store;

import java.util.List;
import java.util.Optional;

/**
 * A part of a reference's log.
 *
 * @param entries newest first
 * @param next the commit whose log goes on after this page, if there is more
 */
public record LogPage(List<LogEntry> entries, Optional<CommitId> next) {}
