/**
 * The engine: everything Cairn builds on the single-row compare-and-swap of a backend.
 *
 * <p>In the order in which they stand on each other: {@link dev.cairn.core.codec} turns values into
 * bytes and back; {@link dev.cairn.core.settle} finds out what became of a write whose answer was
 * lost; {@link dev.cairn.core.objects} stores typed immutable objects, cut into chunks where they
 * are too large for a row, and typed updateable objects; {@link dev.cairn.core.lease} lends
 * something to one process at a time; {@link dev.cairn.core.task} does work so that one process at
 * a time does it; {@link dev.cairn.core.index} keeps ordered maps inside heads; {@link
 * dev.cairn.core.head} loads heads and moves references from one to the next; {@link
 * dev.cairn.core.store} commits, in groups; {@link dev.cairn.core.idempotency} lets requests take
 * effect once; {@link dev.cairn.core.catalog} keeps tenants and catalogs in the system scope;
 * {@link dev.cairn.core.check} finds damage; {@link dev.cairn.core.transfer} takes all of it to
 * other databases; {@link dev.cairn.core.metrics} counts what operators want to know. This package
 * puts them together: {@link dev.cairn.core.Cairn} opens all of it from a configuration. It also
 * holds what all parts take from outside, the {@link dev.cairn.core.Environment}, and the one way
 * to try again, {@link dev.cairn.core.Backoff}.
 *
 * <p>The engine starts no threads and has no static state; who opens it without a runtime of his
 * own is given one.
 */
@NullMarked
package dev.cairn.core;

import org.jspecify.annotations.NullMarked;
