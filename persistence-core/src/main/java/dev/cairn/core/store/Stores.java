package dev.cairn.core.store;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.Environment;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.head.CachedObjects;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.ObjectCache;
import dev.cairn.core.head.References;
import dev.cairn.core.head.RetainedHeads;
import dev.cairn.core.head.SeenReferences;
import dev.cairn.core.index.IndexLimits;
import dev.cairn.core.objects.ImmutableObjects;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Makes stores that share a backend, IDs and a cache.
 *
 * @param types the application's types
 * @param referenceAge how old a remembered reference may be for reads that allow it
 * @param executor runs commits for callers that do not wait, and code that depends on their results
 */
public record Stores(
    Backend backend,
    Codec codec,
    ObjectTypes types,
    LongSupplier ids,
    ObjectCache cache,
    Duration referenceAge,
    CommitLimits limits,
    CommitMetrics metrics,
    Environment environment,
    Executor executor) {
  /** The same with other types. */
  public Stores with(ObjectTypes others) {
    return new Stores(
        backend, codec, others, ids, cache, referenceAge, limits, metrics, environment, executor);
  }

  /** The store of {@code scope}. */
  public EngineStore open(Scope scope) {
    ImmutableObjects objects = objects(types, scope);
    ImmutableObjects engineObjects = objects(types.and(List.of(Head.TYPE)), scope);
    Heads heads = new Heads(engineObjects, scope, cache, IndexLimits.DEFAULT);
    References references =
        new References(
            backend, scope, environment.patient(), id -> heads.get(id).earlier(), metrics::settled);
    ScopeObjects scopeObjects =
        new ScopeObjects(objects, new CachedObjects(objects, types, scope, cache), ids);
    SeenReferences seen = new SeenReferences(cache, scope);
    return new EngineStore(
        scope,
        new CommitServices(
            backend, references, seen, heads, scopeObjects, limits, metrics, environment, executor),
        new Expiry(references, new RetainedHeads(backend, codec, environment)),
        referenceAge);
  }

  private ImmutableObjects objects(ObjectTypes known, Scope scope) {
    return new ImmutableObjects(backend, codec, known, scope, ids, environment);
  }
}
