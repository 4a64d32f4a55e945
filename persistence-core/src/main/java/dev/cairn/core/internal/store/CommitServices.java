package dev.cairn.core.internal.store;

import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.head.SeenReferences;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.turn.TurnRules;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Services that commits of a scope use.
 *
 * @param turns how processes share a reference; empty if they race for it
 */
record CommitServices(
    Backend backend,
    References references,
    SeenReferences seen,
    Heads heads,
    ScopeObjects objects,
    CommitLimits limits,
    CommitMetrics metrics,
    Optional<TurnRules> turns,
    Environment environment,
    Executor executor,
    RunningChanges running) {}
