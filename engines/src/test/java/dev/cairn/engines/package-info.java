/**
 * Engines as users run them, against a server as users start it: {@link
 * dev.cairn.engines.CairnServer} is the command {@code serve} in a process of its own, {@link
 * dev.cairn.engines.SqlEngine} an engine in another one with the class path that Maven resolved for
 * it.
 */
@NullMarked
package dev.cairn.engines;

import org.jspecify.annotations.NullMarked;
