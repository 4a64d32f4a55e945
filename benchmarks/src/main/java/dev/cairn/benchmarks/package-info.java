/**
 * Programs that print tables of figures. The build does not run them; {@code RESULTS.md} in this
 * module has their output, the commands and the machine.
 */
@NullMarked
package dev.cairn.benchmarks;

import org.jspecify.annotations.NullMarked;
