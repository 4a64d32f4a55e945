/**
 * Programs that print tables of figures. None is run by the build; {@code RESULTS.md} in this
 * module holds what they printed, the commands and the machine.
 */
@NullMarked
package dev.cairn.benchmarks;

import org.jspecify.annotations.NullMarked;
