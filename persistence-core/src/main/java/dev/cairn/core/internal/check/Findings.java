package dev.cairn.core.internal.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.check.Finding.KeyRange;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Findings of a check: each damaged object once, with everything it affects. */
final class Findings {
  private static final int MOST_AFFECTED = 100;
  private static final Comparator<Affected> ORDER =
      Comparator.comparing(Affected::reference)
          .thenComparing(Affected::version)
          .thenComparing(affected -> affected.index().orElse(""))
          .thenComparing(affected -> affected.keys().map(KeyRange::from).orElse(Bytes.empty()))
          .thenComparing(Affected::toString);

  private record Subject(Scope scope, String name) {}

  /** A finding that is being collected. */
  private static final class Entry {
    private final Finding.Kind kind;
    private final String problem;
    private final SortedSet<Affected> affected = new TreeSet<>(ORDER);
    private long further;
    private boolean isPreliminary;

    Entry(Finding.Kind kind, String problem) {
      this.kind = kind;
      this.problem = problem;
    }

    void add(Affected each) {
      if (isPreliminary) {
        affected.clear();
        further = 0;
        isPreliminary = false;
      }
      if (affected.size() < MOST_AFFECTED) {
        affected.add(each);
      } else if (!affected.contains(each)) {
        further++;
      }
    }

    Finding finding(Subject subject) {
      return new Finding(
          kind, subject.scope, subject.name, problem, List.copyOf(affected), further);
    }
  }

  private final int most;
  private final Map<Subject, Entry> entries = new HashMap<>();
  private long more;
  private boolean isAgain;
  private volatile boolean isEmpty = true;

  Findings(int most) {
    this.most = most;
  }

  /** Adds a finding, or adds what is affected to a known one. */
  synchronized void add(
      Finding.Kind kind, Scope scope, String subject, String problem, Affected affected) {
    Subject key = new Subject(scope, subject);
    isEmpty = false;
    if (!entries.containsKey(key) && (isAgain || entries.size() == most)) {
      more += isAgain ? 0 : 1;
      return;
    }
    entries.computeIfAbsent(key, unused -> new Entry(kind, problem)).add(affected);
  }

  /** Adds what is affected if {@code ref} is one of the findings. */
  synchronized void affects(Scope scope, ObjectRef ref, Affected affected) {
    Entry entry = entries.get(new Subject(scope, ref.toString()));
    if (entry != null) {
      entry.add(affected);
    }
  }

  boolean isEmpty() {
    return isEmpty;
  }

  synchronized boolean has(Scope scope, ObjectRef ref) {
    return !isEmpty && entries.containsKey(new Subject(scope, ref.toString()));
  }

  /**
   * Discards what is affected so far, which only names where each finding was met first: the next
   * addition replaces it. No further findings are accepted.
   */
  synchronized void beginAgain() {
    isAgain = true;
    entries.values().forEach(entry -> entry.isPreliminary = true);
  }

  synchronized long count() {
    return entries.size() + more;
  }

  synchronized long further() {
    return more;
  }

  synchronized List<Finding> list() {
    return entries.entrySet().stream()
        .map(entry -> entry.getValue().finding(entry.getKey()))
        .sorted(Comparator.comparing(Finding::scope).thenComparing(Finding::subject))
        .toList();
  }
}
