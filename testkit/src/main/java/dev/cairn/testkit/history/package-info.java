/**
 * Histories of what clients did and heard, and a check that they have a sequential explanation.
 *
 * <p>A {@link dev.cairn.testkit.history.RecordingBackend} writes every call into a {@link
 * dev.cairn.testkit.history.History}. When the clients have ended, {@link
 * dev.cairn.testkit.history.HistoryCheck} looks at each row: {@link
 * dev.cairn.testkit.history.Linearizability} searches an order of its operations, each within its
 * own time, in which a {@link dev.cairn.testkit.history.RegisterModel}, and for references a {@link
 * dev.cairn.testkit.history.ListModel}, answers as was recorded. An operation with an unknown
 * outcome may take effect at any later time, or never; one that was refused never does.
 *
 * <pre>{@code
 * History history = new History();
 * Backend backend = new RecordingBackend(new FaultyBackend(store, plan), history);
 * work(backend); // by many threads
 * HistoryCheck.check(history).assertSound("my workload, seed " + seed);
 * }</pre>
 *
 * <p>What cannot be explained becomes a page in {@code target/violations}: operations as bars over
 * time, the longest part that can be explained, and the operation that has no place after it.
 *
 * <p>Tests above the level of rows record {@linkplain dev.cairn.testkit.history.ListCall operations
 * on lists}, such as commits and reads of a log, or {@linkplain
 * dev.cairn.testkit.history.RecordCall on the record of an idempotency key}, and checks them with
 * the same search.
 */
@NullMarked
package dev.cairn.testkit.history;

import org.jspecify.annotations.NullMarked;
