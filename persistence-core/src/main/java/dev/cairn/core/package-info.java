/**
 * Opens Cairn: {@link dev.cairn.core.Cairn} puts the engine together from a configuration.
 *
 * <p>{@link dev.cairn.core.CairnSettings} lists the engine's settings. {@link
 * dev.cairn.core.EngineRuntime} carries what the engine takes from outside (clock, scheduler,
 * executor, waiter, metrics); if none is supplied, a default one is created. The engine starts no
 * threads of its own and has no static state.
 *
 * <p>Everything else is in {@link dev.cairn.core.internal}, which applications do not call: its
 * types change without notice, and a test keeps other modules away from it. The design, part by
 * part, is in {@code docs/design}.
 */
@NullMarked
package dev.cairn.core;

import org.jspecify.annotations.NullMarked;
