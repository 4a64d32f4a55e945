/**
 * Integrity checks: is everything present, and is it what was written?
 *
 * <p>{@link dev.cairn.api.check.Checks} reads everything reachable from references and changes
 * nothing. {@link dev.cairn.api.check.Checks.Options} define the extent, and {@link
 * dev.cairn.api.check.Checks.Progress} reports progress. The {@link
 * dev.cairn.api.check.CheckReport} has a {@link dev.cairn.api.check.Finding} for each problem, with
 * every {@link dev.cairn.api.check.Finding.Affected} part of a state that needs the subject, down
 * to the {@link dev.cairn.api.check.Finding.KeyRange keys}.
 */
@NullMarked
package dev.cairn.api.check;

import org.jspecify.annotations.NullMarked;
