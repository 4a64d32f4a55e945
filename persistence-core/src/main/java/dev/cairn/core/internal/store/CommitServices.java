package dev.cairn.core.internal.store;

import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.head.SeenReferences;
import dev.cairn.core.internal.runtime.Environment;
import java.util.concurrent.Executor;

/** Services that commits of a scope use. */
record CommitServices(
    Backend backend,
    References references,
    SeenReferences seen,
    Heads heads,
    ScopeObjects objects,
    CommitLimits limits,
    CommitMetrics metrics,
    Environment environment,
    Executor executor,
    RunningChanges running) {}
