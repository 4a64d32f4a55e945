package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.CachedObjects;
import dev.cairn.core.internal.head.CachedUpdateables;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.head.SeenReferences;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.turn.TurnRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Creates stores that share a backend, IDs and a cache.
 *
 * @param types the application's types
 * @param turns how processes share a reference; empty if they race for it
 * @param referenceAge the maximum age of a remembered reference for reads that allow one
 * @param executor runs commits for callers that do not wait, and code that depends on their results
 * @param running changes of these stores that run at present
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
    Optional<TurnRules> turns,
    Environment environment,
    Executor executor,
    RunningChanges running) {
  /** Stores of a new connection, which take turns if the format level of {@code codec} has them. */
  public Stores(
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
    this(
        backend,
        codec,
        types,
        ids,
        cache,
        referenceAge,
        limits,
        metrics,
        codec.level() < FormatLevel.TURNS ? Optional.empty() : Optional.of(TurnRules.DEFAULT),
        environment,
        executor);
  }

  /** The same, with turns that do not depend on the level. */
  public Stores(
      Backend backend,
      Codec codec,
      ObjectTypes types,
      LongSupplier ids,
      ObjectCache cache,
      Duration referenceAge,
      CommitLimits limits,
      CommitMetrics metrics,
      Optional<TurnRules> turns,
      Environment environment,
      Executor executor) {
    this(
        backend,
        codec,
        types,
        ids,
        cache,
        referenceAge,
        limits,
        metrics,
        turns,
        environment,
        executor,
        new RunningChanges());
  }

  /** The same stores with other types. */
  public Stores with(ObjectTypes others) {
    return new Stores(
        backend,
        codec,
        others,
        ids,
        cache,
        referenceAge,
        limits,
        metrics,
        turns,
        environment,
        executor,
        running);
  }

  /** The store of {@code scope}. */
  public EngineStore open(Scope scope) {
    ImmutableObjects objects = objects(types, scope);
    ImmutableObjects engineObjects = objects(types.and(List.of(Head.TYPE)), scope);
    Heads heads = new Heads(engineObjects, scope, cache, limits.index());
    References references =
        new References(
            backend, scope, environment.patient(), id -> heads.get(id).earlier(), metrics::settled);
    ScopeObjects scopeObjects =
        new ScopeObjects(objects, new CachedObjects(objects, types, scope, cache), ids);
    SeenReferences seen = new SeenReferences(cache, scope);
    return new EngineStore(
        scope,
        new CommitServices(
            backend,
            references,
            seen,
            heads,
            scopeObjects,
            limits,
            metrics,
            turns,
            environment,
            executor,
            running),
        new ExpiredOrDamaged(references, new RetainedHeads(backend, codec, environment)),
        referenceAge,
        checkOpen -> updateables(scope, checkOpen));
  }

  private EngineUpdateables updateables(Scope scope, Runnable checkOpen) {
    UpdateableObjects objects = new UpdateableObjects(backend, codec, scope, environment);
    return new EngineUpdateables(
        objects,
        new CachedUpdateables(objects, scope, cache, environment),
        types,
        running,
        environment,
        checkOpen);
  }

  private ImmutableObjects objects(ObjectTypes known, Scope scope) {
    return new ImmutableObjects(backend, codec, known, scope, ids, environment);
  }
}
