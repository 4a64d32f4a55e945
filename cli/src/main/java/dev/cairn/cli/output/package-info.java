/**
 * How results look: a {@link dev.cairn.cli.output.CommandReport} of named values and {@link
 * dev.cairn.cli.output.TextTable}s, which {@link dev.cairn.cli.output.Output} writes as text for
 * people or as JSON for programs. Both are made from the same values, so neither can lack what the
 * other has. A {@link dev.cairn.cli.output.ProgressBar} tells people how far something is, on the
 * standard error.
 */
@NullMarked
package dev.cairn.cli.output;

import org.jspecify.annotations.NullMarked;
