package dev.cairn.core.internal.maintenance;

import dev.cairn.api.Scope;
import dev.cairn.api.maintenance.CollectionReport.Amount;
import dev.cairn.api.maintenance.CollectionReport.UnknownScope;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts of a sweep so far.
 *
 * @param scanned how many rows it examined
 * @param young how many were unmarked but young
 * @param deleted unmarked and old rows, by type
 * @param unknownTypes rows kept because their type is unknown, by type
 * @param unknownScopes rows kept because their scope is unknown
 */
record SweepCounts(
    long scanned,
    long young,
    SortedMap<String, Amount> deleted,
    SortedMap<String, Amount> unknownTypes,
    List<UnknownScope> unknownScopes) {
  // The counts are stored with a task, in a few kilobytes.
  private static final int MOST_NAMES = 30;
  private static final String OTHERS = "others";

  static SweepCounts none() {
    return new SweepCounts(0, 0, new TreeMap<>(), new TreeMap<>(), List.of());
  }

  /** The sum of the counts of two sweeps of different rows. */
  SweepCounts plus(SweepCounts other) {
    Counter sum = new Counter(this);
    sum.scanned += other.scanned;
    sum.young += other.young;
    other.deleted.forEach((type, amount) -> sum.deleted.merge(type, amount, Amount::plus));
    other.unknownTypes.forEach(
        (type, amount) -> sum.unknownTypes.merge(type, amount, Amount::plus));
    other.unknownScopes.forEach(
        each -> sum.unknownScope(new Scope(each.tenantId(), each.catalogId()), each.amount()));
    return sum.counts().bounded();
  }

  // Keeps the first names in alphabetical order, so that the order in which parts find them does
  // not matter.
  private SweepCounts bounded() {
    return new SweepCounts(
        scanned,
        young,
        bounded(deleted),
        bounded(unknownTypes),
        unknownScopes.stream().limit(MOST_NAMES).toList());
  }

  private static SortedMap<String, Amount> bounded(SortedMap<String, Amount> amounts) {
    SortedMap<String, Amount> named = new TreeMap<>();
    SortedMap<String, Amount> others = new TreeMap<>();
    amounts.forEach(
        (name, amount) -> {
          boolean isNamed = !name.equals(OTHERS) && named.size() < MOST_NAMES;
          (isNamed ? named : others).merge(isNamed ? name : OTHERS, amount, Amount::plus);
        });
    named.putAll(others);
    return named;
  }

  /** Counts rows by kind. */
  static final class Counter {
    private long scanned;
    private long young;
    private final SortedMap<String, Amount> deleted;
    private final SortedMap<String, Amount> unknownTypes;
    private final SortedMap<Scope, Amount> unknownScopes = new TreeMap<>();

    Counter(SweepCounts from) {
      this.scanned = from.scanned;
      this.young = from.young;
      this.deleted = new TreeMap<>(from.deleted);
      this.unknownTypes = new TreeMap<>(from.unknownTypes);
      from.unknownScopes.forEach(
          each -> unknownScope(new Scope(each.tenantId(), each.catalogId()), each.amount()));
    }

    void scanned() {
      scanned++;
    }

    void young() {
      young++;
    }

    void deleted(String type, long bytes) {
      deleted.merge(type, new Amount(1, bytes), Amount::plus);
    }

    void unknownType(String type, long bytes) {
      unknownTypes.merge(type, new Amount(1, bytes), Amount::plus);
    }

    void unknownScope(Scope scope, long bytes) {
      unknownScope(scope, new Amount(1, bytes));
    }

    private void unknownScope(Scope scope, Amount amount) {
      unknownScopes.merge(scope, amount, Amount::plus);
    }

    SweepCounts counts() {
      return new SweepCounts(
          scanned,
          young,
          new TreeMap<>(deleted),
          new TreeMap<>(unknownTypes),
          unknownScopes.entrySet().stream()
              .map(
                  each ->
                      new UnknownScope(
                          each.getKey().tenantId(), each.getKey().catalogId(), each.getValue()))
              .toList());
    }
  }
}
