/**
 * Is all of it there, and is it what was written? What an operator asks after a disaster, and
 * before one.
 *
 * <p>{@link dev.cairn.api.check.Checks} reads everything that references lead to, and changes
 * nothing. {@link dev.cairn.api.check.CheckOptions} say how much of it; {@link
 * dev.cairn.api.check.CheckProgress} how far it is. The {@link dev.cairn.api.check.CheckReport} has
 * a {@link dev.cairn.api.check.Finding} for each thing that is not as it should be, with every
 * {@link dev.cairn.api.check.Affected} part of a state that needs it, down to the {@link
 * dev.cairn.api.check.KeyRange keys}.
 */
@NullMarked
package dev.cairn.api.check;

import org.jspecify.annotations.NullMarked;
