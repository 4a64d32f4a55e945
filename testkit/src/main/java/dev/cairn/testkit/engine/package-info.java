/**
 * The contract of stores as tests, one interface a topic; {@link
 * dev.cairn.testkit.engine.EngineContract} puts them together. Every backend runs it: what the
 * engine promises has to hold on each.
 *
 * <p>A test works in a {@code World}: an unused scope, a clock that moves only when a process
 * waits, and any number of processes with caches and nodes of their own. What is committed is
 * mostly a {@code Ledger}: commits that write down what they found, so that the log tells what the
 * state has to be, and a lost, repeated or half commit shows. Where something has to happen at one
 * moment of a commit, a {@link dev.cairn.testkit.fault.StoppingBackend} holds it there; where a
 * process has to die, a {@link dev.cairn.testkit.fault.CrashingBackend} cuts it off.
 */
@NullMarked
package dev.cairn.testkit.engine;

import org.jspecify.annotations.NullMarked;
