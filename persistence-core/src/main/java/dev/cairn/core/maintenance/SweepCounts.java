package dev.cairn.core.maintenance;

import dev.cairn.api.Scope;
import dev.cairn.api.maintenance.CollectionReport.Amount;
import dev.cairn.api.maintenance.CollectionReport.UnknownScope;
import java.util.ArrayList;
import java.util.Comparator;
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
  // Parts of a sweep meet them in any order.
  private static final Comparator<UnknownScope> BY_NAME =
      Comparator.comparing(UnknownScope::tenantId).thenComparing(UnknownScope::catalogId);

  static SweepCounts none() {
    return new SweepCounts(0, 0, new TreeMap<>(), new TreeMap<>(), List.of());
  }

  /** What two sweeps of different rows found together. */
  SweepCounts plus(SweepCounts other) {
    Counter sum = new Counter(this);
    sum.scanned += other.scanned;
    sum.young += other.young;
    other.deleted.forEach((type, amount) -> Counter.add(sum.deleted, type, amount));
    other.unknownTypes.forEach((type, amount) -> Counter.add(sum.unknownTypes, type, amount));
    other.unknownScopes.forEach(sum::unknownScope);
    return sum.counts();
  }

  /** Counts further rows. */
  static final class Counter {
    private long scanned;
    private long young;
    private final SortedMap<String, Amount> deleted;
    private final SortedMap<String, Amount> unknownTypes;
    private final List<UnknownScope> unknownScopes;

    Counter(SweepCounts from) {
      this.scanned = from.scanned;
      this.young = from.young;
      this.deleted = new TreeMap<>(from.deleted);
      this.unknownTypes = new TreeMap<>(from.unknownTypes);
      this.unknownScopes = new ArrayList<>(from.unknownScopes);
    }

    void scanned() {
      scanned++;
    }

    void young() {
      young++;
    }

    void deleted(String type, long bytes) {
      add(deleted, type, new Amount(1, bytes));
    }

    void unknownType(String type, long bytes) {
      add(unknownTypes, type, new Amount(1, bytes));
    }

    private static void add(SortedMap<String, Amount> amounts, String type, Amount amount) {
      String name = amounts.containsKey(type) || amounts.size() < MOST_NAMES ? type : OTHERS;
      amounts.merge(name, amount, Amount::plus);
    }

    void unknownScope(Scope scope, long bytes) {
      unknownScope(new UnknownScope(scope.tenantId(), scope.catalogId(), new Amount(1, bytes)));
    }

    private void unknownScope(UnknownScope more) {
      for (int i = unknownScopes.size() - 1; i >= 0; i--) {
        UnknownScope known = unknownScopes.get(i);
        if (known.tenantId().equals(more.tenantId())
            && known.catalogId().equals(more.catalogId())) {
          unknownScopes.set(
              i,
              new UnknownScope(
                  known.tenantId(), known.catalogId(), known.amount().plus(more.amount())));
          return;
        }
      }
      if (unknownScopes.size() < MOST_NAMES) {
        unknownScopes.add(more);
      }
    }

    SweepCounts counts() {
      return new SweepCounts(
          scanned,
          young,
          new TreeMap<>(deleted),
          new TreeMap<>(unknownTypes),
          unknownScopes.stream().sorted(BY_NAME).toList());
    }
  }
}
