package dev.cairn.cli.migrate;

import dev.cairn.iceberg.catalog.EntityKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;

/** The outcome of a migration: counts, and a bounded number of skipped entities by name. */
public final class MigrationReport {
  /** More than operators read, and few enough to keep in memory. */
  static final int MAX_NAMED = 10_000;

  private final Map<EntityKind, Count> counts = new EnumMap<>(EntityKind.class);
  private final Map<SkipReason, Long> reasons = new EnumMap<>(SkipReason.class);
  private final List<Skipped> named = new ArrayList<>();
  private long skipped;

  MigrationReport() {
    for (EntityKind kind : EntityKind.values()) {
      counts.put(kind, new Count(0, 0, 0));
    }
  }

  /**
   * The outcome for one kind of entity.
   *
   * @param registered how many were registered, or in a dry run would be
   * @param present how many were there already, as the source has them
   * @param skipped how many were not registered, or not as the source has them
   */
  public record Count(long registered, long present, long skipped) {}

  /**
   * Something that was skipped.
   *
   * @param namespace the namespace, or that of the table or view
   * @param name that of the table or view; empty for a namespace
   * @param detail the exact problem
   */
  public record Skipped(
      EntityKind kind, Namespace namespace, String name, SkipReason reason, String detail) {}

  synchronized void registered(EntityKind kind) {
    counts.computeIfPresent(
        kind, (each, old) -> new Count(old.registered + 1, old.present, old.skipped));
  }

  synchronized void present(EntityKind kind) {
    counts.computeIfPresent(
        kind, (each, old) -> new Count(old.registered, old.present + 1, old.skipped));
  }

  synchronized void skip(Skipped what) {
    counts.computeIfPresent(
        what.kind(), (each, old) -> new Count(old.registered, old.present, old.skipped + 1));
    reasons.merge(what.reason(), 1L, Long::sum);
    skipped++;
    if (named.size() < MAX_NAMED) {
      named.add(what);
    }
  }

  /** How many of each kind. */
  public synchronized Map<EntityKind, Count> counts() {
    return Collections.unmodifiableMap(new EnumMap<>(counts));
  }

  /** How many were skipped for each reason. */
  public synchronized Map<SkipReason, Long> reasons() {
    return Map.copyOf(reasons);
  }

  /** How many were skipped. */
  public synchronized long skipped() {
    return skipped;
  }

  /** The first ones that were skipped. */
  public synchronized List<Skipped> named() {
    return List.copyOf(named);
  }

  /** The number of namespaces, tables and views examined. */
  synchronized long seen() {
    return counts.values().stream()
        .mapToLong(each -> each.registered + each.present + each.skipped)
        .sum();
  }
}
