/**
 * The contract of a backend as tests, one interface a topic; {@link
 * dev.cairn.testkit.contract.BackendContract} puts them together, and {@link
 * dev.cairn.testkit.suite.BackendSuites} runs it.
 *
 * <p>The tests know the SPI and nothing else. Each works in unused scopes, so the suite can run on
 * a server that lives long and holds rows of others. A conditional write that ends unknown fails a
 * test with a single thread; races settle it as the engine would, by what later rows show, and
 * never take it for a conflict. What a conflict reports is compared with what is there; that it
 * reports nothing is fine.
 *
 * <p>A backend whose instances can share a store also takes {@link
 * dev.cairn.testkit.contract.SharedStoreContract}; one that reaches its database over TCP takes
 * {@link dev.cairn.testkit.contract.NetworkContract}; one whose schema an operator creates takes
 * {@link dev.cairn.testkit.contract.SchemaContract}. Each has hooks that say how.
 *
 * <p>Every test has a {@linkplain dev.cairn.testkit.TimeLimit time limit}: what would hang fails
 * with what it waited for.
 */
@NullMarked
package dev.cairn.testkit.contract;

import org.jspecify.annotations.NullMarked;
