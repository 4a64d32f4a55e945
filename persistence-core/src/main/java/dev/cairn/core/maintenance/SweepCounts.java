package dev.cairn.core.maintenance;

import dev.cairn.api.Scope;
import dev.cairn.api.maintenance.CollectionReport.Amount;
import dev.cairn.api.maintenance.CollectionReport.UnknownScope;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a sweep found so far.
 *
 * @param scanned how many rows it looked at
 * @param young how many were unmarked but young
 * @param deleted what was unmarked and old, by type
 * @param unknownTypes what was kept because of its type, by type
 * @param unknownScopes what was kept because of its scope
 */
record SweepCounts(
    long scanned,
    long young,
    SortedMap<String, Amount> deleted,
    SortedMap<String, Amount> unknownTypes,
    List<UnknownScope> unknownScopes) {
  // They are stored with a task, in a few kilobytes.
  private static final int MOST_NAMES = 30;
  private static final String OTHERS = "others";

  static SweepCounts none() {
    return new SweepCounts(0, 0, new TreeMap<>(), new TreeMap<>(), List.of());
  }

  /** What two sweeps of different rows found together. */
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

  // The first by their names, so that it does not matter in which order parts of a sweep meet them.
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

  /** Counts further rows, each kind for itself. */
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
