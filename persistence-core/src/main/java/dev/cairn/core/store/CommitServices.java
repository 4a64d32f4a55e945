package dev.cairn.core.store;

import dev.cairn.api.spi.Backend;
import dev.cairn.core.Environment;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.References;
import dev.cairn.core.head.SeenReferences;
import java.util.concurrent.Executor;

/** What commits of a scope work with. */
record CommitServices(
    Backend backend,
    References references,
    SeenReferences seen,
    Heads heads,
    ScopeObjects objects,
    CommitLimits limits,
    CommitMetrics metrics,
    Environment environment,
    Executor executor) {}
