/**
 * Programs of tests in JVMs of their own: several processes on one store, and processes that die.
 *
 * <p>{@link dev.cairn.testkit.process.ChildProcess} starts one and is its other end; the program
 * answers with {@link dev.cairn.testkit.process.ProcessLines}, of which a kill leaves whole ones
 * only.
 */
@NullMarked
package dev.cairn.testkit.process;

import org.jspecify.annotations.NullMarked;
