/**
 * The engine's parts: everything Cairn builds on the single-row compare-and-swap of a backend.
 *
 * <p>Each package depends only on packages named before it; {@code PackageOrderTest} enforces this
 * order:
 *
 * <ol>
 *   <li>{@link dev.cairn.core.internal.runtime}: clock, waiting and randomness, back-off, work
 *       stacks, clock checks, bounds of scans;
 *   <li>{@link dev.cairn.core.internal.codec}: values to bytes and back;
 *   <li>{@link dev.cairn.core.internal.settle}: the fate of a write whose reply was lost;
 *   <li>{@link dev.cairn.core.internal.objects}: typed immutable objects, split into chunks where
 *       they exceed a row, and typed updateable objects;
 *   <li>{@link dev.cairn.core.internal.lease}: time-bounded exclusive ownership;
 *   <li>{@link dev.cairn.core.internal.task}: named work that one process at a time does for all
 *       processes;
 *   <li>{@link dev.cairn.core.internal.index}: ordered maps inside heads;
 *   <li>{@link dev.cairn.core.internal.head}: loads heads and moves references from one to the
 *       next;
 *   <li>{@link dev.cairn.core.internal.turn}: how processes share a reference fairly;
 *   <li>{@link dev.cairn.core.internal.store}: commits in groups, states, the log, reset, recovery;
 *   <li>{@link dev.cairn.core.internal.idempotency}: requests that take effect once;
 *   <li>{@link dev.cairn.core.internal.catalog}: tenants and catalogs in the system scope;
 *   <li>{@link dev.cairn.core.internal.check}: finds damage;
 *   <li>{@link dev.cairn.core.internal.maintenance}: garbage collection;
 *   <li>{@link dev.cairn.core.internal.transfer}: export, import and copy;
 *   <li>{@link dev.cairn.core.internal.metrics}: meters for operators.
 * </ol>
 */
@NullMarked
package dev.cairn.core.internal;

import org.jspecify.annotations.NullMarked;
