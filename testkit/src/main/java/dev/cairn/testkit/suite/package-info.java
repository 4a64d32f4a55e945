/**
 * All suites that a backend has to pass, behind one class to extend.
 *
 * <p>{@link dev.cairn.testkit.suite.BackendSuites} runs every suite as a nested class, in the order
 * in which a backend grows: the SPI first, then the engine and its requests on top of it. What only
 * some databases have is declared by an interface beside it: {@link
 * dev.cairn.testkit.suite.SharedStoreSource} for stores that several instances use, {@link
 * dev.cairn.testkit.suite.NetworkSource} for databases behind a socket, {@link
 * dev.cairn.testkit.suite.SchemaSource} for schemas that an operator creates, and {@link
 * dev.cairn.testkit.suite.EmptyStoreSource} for backends that can be opened on new, empty stores. A
 * suite whose interface is missing is reported as skipped, with the reason.
 */
@NullMarked
package dev.cairn.testkit.suite;

import org.jspecify.annotations.NullMarked;
