/**
 * Helpers that the API and the project's own modules share: {@link dev.cairn.api.internal.Utf8}
 * refuses malformed text, {@link dev.cairn.api.internal.Durations} reads and computes with
 * durations, {@link dev.cairn.api.internal.Nearest} finds the name behind a misspelled one.
 *
 * <p>Applications and adapters do not call them: they change without notice.
 */
@NullMarked
package dev.cairn.api.internal;

import org.jspecify.annotations.NullMarked;
