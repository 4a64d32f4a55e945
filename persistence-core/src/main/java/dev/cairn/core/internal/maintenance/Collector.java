package dev.cairn.core.internal.maintenance;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.catalog.DirectoryEntry;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ReferenceScan;
import dev.cairn.core.internal.head.RetainedHead;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One collection, from the roots to the report.
 *
 * <p>Why nothing that is needed is deleted, however late a delete arrives: after the fence, every
 * swap was prepared on a state that is marked or newer, and adds only what it reached through that
 * state or objects younger than half the grace. What is unmarked and older than the cutoff can
 * therefore never be reached again. This also holds for a collection that resumes after a crash,
 * and for one that was considered dead and continues beside another.
 */
public final class Collector {
  private static final Set<String> ENGINE_TYPES =
      Set.of(
          Head.TYPE.name(),
          Heads.PAGE_TYPE,
          Heads.KEYS_TYPE,
          DirectoryEntry.TYPE.name(),
          ImmutableObjects.CHUNK_TYPE);

  private final Backend backend;
  private final Codec codec;
  private final ObjectTypes types;
  private final CollectionSettings settings;
  private final Supplier<KnownScopes> scopes;
  private final BiConsumer<Scope, Runnable> purge;
  private final Environment environment;
  private final Executor executor;
  private final RetainedHeads retained;

  /**
   * @param types the application's types
   * @param scopes returns the known scopes
   * @param purge deletes the references of a purged scope, with heartbeats meanwhile
   * @param executor provides the threads that sweep, besides the caller's
   */
  public Collector(
      Backend backend,
      Codec codec,
      ObjectTypes types,
      CollectionSettings settings,
      Supplier<KnownScopes> scopes,
      BiConsumer<Scope, Runnable> purge,
      Environment environment,
      Executor executor) {
    this.backend = backend;
    this.codec = codec;
    this.types = types;
    this.settings = settings;
    this.scopes = scopes;
    this.purge = purge;
    this.environment = environment;
    this.executor = executor;
    this.retained = new RetainedHeads(backend, codec, environment);
  }

  /**
   * Runs a collection.
   *
   * @param earlier how far an earlier process got with this collection
   * @param expected how many reachable objects there may be
   * @param journal stores the state for the process that resumes if this one dies
   * @param steps receives the progress of every phase
   */
  public CollectionReport collect(
      Optional<String> earlier, long expected, Consumer<String> journal, PhaseListener steps) {
    CollectionState state =
        earlier
            .map(CollectionState::ofText)
            .filter(found -> found.keepsAsMuchAs(settings))
            // After its clock went back, a process writes objects that the old cutoff would treat
            // as old.
            .filter(found -> found.start() <= environment.nowMicros())
            .orElseGet(() -> CollectionState.begin(settings, environment));
    journal.accept(state.toText());
    Roots roots = roots(state, steps);
    if (finishPurges(roots, steps)) {
      roots = roots(state, steps);
    }
    if (!state.isFenced()) {
      roots = fenced(roots, steps);
      state = state.fenced();
      journal.accept(state.toText());
    }
    Marked marked = mark(roots, state, expected, steps);
    Steps raising = steps.phase("retain");
    marked
        .oldest()
        .forEach(
            (row, oldest) -> {
              raising.take(1);
              retained.raise(row.key(), oldest);
            });
    CollectionState before = state;
    SweepCounts counts =
        sweep(marked, roots, state, false)
            .run(
                state.left(),
                state.counts(),
                listener(
                    steps.phase("sweep"),
                    (left, found) -> journal.accept(before.swept(left, found).toText())));
    long removed = removeTombstones(roots.expired(), state, steps.phase("tombstones"));
    return report(state, false, roots, marked, counts, removed);
  }

  /** Counts what a collection would delete. */
  public CollectionReport preview(long expected, PhaseListener steps) {
    CollectionState state = CollectionState.begin(settings, environment);
    Roots roots = roots(state, steps);
    Marked marked = mark(roots, state, expected, steps);
    SweepCounts counts =
        sweep(marked, roots, state, true)
            .run(
                Optional.empty(),
                state.counts(),
                listener(steps.phase("sweep"), (left, found) -> {}));
    return report(state, true, roots, marked, counts, 0);
  }

  private static SweepProgress.Listener listener(
      Steps steps, BiConsumer<List<String>, SweepCounts> journal) {
    return new SweepProgress.Listener() {
      @Override
      public void swept(List<String> left, SweepCounts counts, long stretch) {
        steps.take(stretch);
        journal.accept(left, counts);
      }

      @Override
      public void waiting() {
        steps.take(0);
      }
    };
  }

  /**
   * Roots of a collection.
   *
   * @param kept the references and tombstones whose heads are kept
   * @param expired tombstones that are no longer needed
   */
  private record Roots(KnownScopes scopes, List<ReferenceRow> kept, List<ReferenceRow> expired) {}

  private Roots roots(CollectionState state, PhaseListener steps) {
    KnownScopes known = scopes.get();
    Steps scanning = steps.phase("roots");
    List<ReferenceRow> kept = new ArrayList<>();
    List<ReferenceRow> expired = new ArrayList<>();
    new ReferenceScan(backend, environment, Optional.empty())
        .run(
            row -> {
              scanning.take(1);
              boolean isNeeded = !row.isTombstone() || !isExpired(row, known, state);
              (isNeeded ? kept : expired).add(row);
              return true;
            });
    return new Roots(known, kept, expired);
  }

  // The purging process may have died before the end, or another one created a reference since.
  private boolean finishPurges(Roots roots, PhaseListener steps) {
    Set<Scope> left = new HashSet<>();
    for (ReferenceRow row : roots.kept()) {
      if (!row.isTombstone() && roots.scopes().isPurged(row.key().scope())) {
        left.add(row.key().scope());
      }
    }
    Steps purging = steps.phase("purge");
    left.forEach(scope -> purge.accept(scope, () -> purging.take(1)));
    return !left.isEmpty();
  }

  private boolean isExpired(ReferenceRow tombstone, KnownScopes known, CollectionState state) {
    return known.isPurged(tombstone.key().scope()) || isOld(tombstone, state, state.start());
  }

  // Retention plus grace after its deletion.
  private static boolean isOld(ReferenceRow tombstone, CollectionState state, long now) {
    long kept = (state.start() - state.retainFrom()) + (state.start() - state.cutoff());
    return tombstone.deletedAtMicros().orElseThrow() < now - kept;
  }

  private Roots fenced(Roots roots, PhaseListener steps) {
    Fences fences = new Fences(backend, environment);
    List<ReferenceRow> kept = new ArrayList<>();
    for (ReferenceRow row : roots.kept()) {
      steps.phase("fence").take(1);
      if (row.isTombstone()) {
        kept.add(row); // no commit can be prepared on it
      } else {
        fences.fence(row).ifPresent(kept::add);
      }
    }
    return new Roots(roots.scopes(), kept, roots.expired());
  }

  private record Marked(
      MarkFilter filter, long heads, long marked, Map<ReferenceRow, RetainedHead> oldest) {}

  private Marked mark(Roots roots, CollectionState state, long expected, PhaseListener steps) {
    MarkFilter filter =
        new MarkFilter(expected, settings.maxFilterBytes(), environment.random().nextLong());
    Map<Scope, List<ReferenceRow>> byScope = new TreeMap<>();
    for (ReferenceRow row : roots.kept()) {
      byScope.computeIfAbsent(row.key().scope(), scope -> new ArrayList<>()).add(row);
    }
    Map<ReferenceRow, RetainedHead> oldest = new LinkedHashMap<>();
    long heads = 0;
    long marked = 0;
    for (Map.Entry<Scope, List<ReferenceRow>> each : byScope.entrySet()) {
      LineMark line = lineMark(each.getKey(), filter, state, steps);
      for (ReferenceRow row : each.getValue()) {
        line.mark(row).ifPresent(head -> oldest.put(row, head));
      }
      heads += line.heads();
      marked += line.marked();
    }
    for (ReferenceRow row : roots.expired()) {
      oldest.put(row, noneOf(row));
    }
    return new Marked(filter, heads, marked, oldest);
  }

  private LineMark lineMark(
      Scope scope, MarkFilter filter, CollectionState state, PhaseListener steps) {
    ImmutableObjects objects =
        new ImmutableObjects(
            backend, codec, ObjectTypes.of(List.of()), scope, Collector::noId, environment);
    return new LineMark(
        backend,
        objects,
        codec,
        scope,
        filter,
        steps.phase("mark"),
        retained,
        state.retainFrom(),
        tombstone -> isOld(tombstone, state, environment.nowMicros()));
  }

  private static long noId() {
    throw new IllegalStateException("a collection writes no objects");
  }

  private Sweep sweep(Marked marked, Roots roots, CollectionState state, boolean isPreview) {
    Set<Scope> withReferences = new HashSet<>();
    roots.kept().forEach(row -> withReferences.add(row.key().scope()));
    roots.expired().forEach(row -> withReferences.add(row.key().scope()));
    return new Sweep(
        backend,
        environment,
        marked.filter(),
        state.cutoff(),
        scope -> roots.scopes().isKnown(scope) || withReferences.contains(scope),
        type ->
            ENGINE_TYPES.contains(type)
                || types.find(type).isPresent()
                || (settings.collectsUnknownTypes() && !type.startsWith("cairn.")),
        // Those of the engine have rules of their own.
        key -> roots.scopes().isPurged(key.scope()) && !key.type().startsWith("cairn."),
        settings,
        executor,
        isPreview);
  }

  private long removeTombstones(List<ReferenceRow> expired, CollectionState state, Steps steps) {
    long removed = 0;
    for (ReferenceRow row : expired) {
      steps.take(1);
      if (isOld(row, state, state.start()) && remove(row)) {
        removed++;
      }
    }
    return removed;
  }

  // What is known of its heads goes first: left behind, it would be taken for that of a reference
  // of the same name that is created later. If it is created again in between, its line leads to
  // heads that are gone, and that has to be known again.
  private boolean remove(ReferenceRow tombstone) {
    ReferenceKey key = tombstone.key();
    boolean isThere =
        backend
            .readReference(key, ReadMode.STRONG)
            .filter(found -> found.token().equals(tombstone.token()))
            .isPresent();
    if (!isThere || !retained.forget(key)) {
      return false;
    }
    if (backend.removeReference(key, tombstone.token()) instanceof CasResult.Applied) {
      return true;
    }
    if (backend.readReference(key, ReadMode.STRONG).isPresent()) {
      retained.raise(key, noneOf(tombstone));
    }
    return false;
  }

  // None of its heads is kept.
  private static RetainedHead noneOf(ReferenceRow row) {
    return new RetainedHead(row.createdAtMicros(), row.version() + 1, Map.of());
  }

  private static CollectionReport report(
      CollectionState state,
      boolean isPreview,
      Roots roots,
      Marked marked,
      SweepCounts counts,
      long removed) {
    return new CollectionReport(
        Micros.toInstant(state.start()),
        Micros.toInstant(state.cutoff()),
        isPreview,
        roots.kept().size(),
        marked.heads(),
        marked.marked(),
        counts.scanned(),
        counts.deleted(),
        counts.young(),
        marked.filter().falsePositives(),
        removed,
        counts.unknownTypes(),
        counts.unknownScopes());
  }
}
