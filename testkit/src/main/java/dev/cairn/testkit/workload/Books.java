package dev.cairn.testkit.workload;

import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.history.CallHistory;
import dev.cairn.testkit.history.ListCall;
import dev.cairn.testkit.history.ListHistory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What callers did to one reference and what they were told, and the check of it at the end. */
public final class Books {
  private static final int PAGE = 20;

  private final String reference;
  private final ListHistory history = new ListHistory();
  private final Map<Long, Answer> answers = new TreeMap<>();
  private final Map<Long, Integer> positions = new HashMap<>();

  /** What the caller of a commit was told. */
  public enum Told {
    APPLIED,
    NOT_APPLIED,
    UNKNOWN
  }

  private record Answer(Told told, Optional<CommitId> id, String why) {}

  public Books(String reference) {
    this.reference = reference;
  }

  public String reference() {
    return reference;
  }

  public ListHistory history() {
    return history;
  }

  /** A caller got this answer about commit {@code number}. */
  public synchronized void told(long number, Told told, Optional<CommitId> id, String why) {
    answers.put(number, new Answer(told, id, why));
  }

  /** A caller saw this list. */
  public synchronized void saw(List<Long> list) {
    for (int i = 0; i < list.size(); i++) {
      positions.put(list.get(i), i + 1);
    }
  }

  /**
   * Checks everything after the last operation.
   *
   * @param isOneLife whether the reference was never deleted, so that all commits are there
   */
  public synchronized CallHistory.Outcome check(Store store, boolean isOneLife, String name) {
    List<Long> list = checkState(store, isOneLife);
    Map<Long, CommitId> logged = checkLog(store, list);
    answers.forEach((number, answer) -> checkStatus(number, answer, logged, isOneLife, store));
    return checkHistory(name);
  }

  /** The same where heads that could tell of old commits may be collected. */
  public synchronized CallHistory.Outcome checkWithoutLog(Store store, String name) {
    List<Long> unused = checkState(store, true);
    return checkHistory(name);
  }

  private List<Long> checkState(Store store, boolean isOneLife) {
    long invoked = history.tick();
    Snapshot state = store.current(reference);
    List<Long> list = BookPage.checkedList(state);
    history.add(ListCall.read("last reader", list, invoked, history.tick()));
    saw(list);
    checkOnce(list);
    BookPage.checkObjects(state, list);
    answers.forEach((number, answer) -> checkAnswer(number, answer, list, isOneLife));
    checkOrder(list);
    return list;
  }

  // Every commit returns the whole list. So a commit of unknown outcome that no list contains has
  // no effect on any answer, and one that a list contains has a position: without this, the search
  // would try every order of all of them.
  private CallHistory.Outcome checkHistory(String name) {
    ListHistory known = new ListHistory();
    int unseen = 0;
    for (ListCall call : history.calls()) {
      boolean isUnknown = call.kind() == ListCall.Kind.APPEND && !call.isCertain();
      Integer position = positions.get(call.value());
      if (!isUnknown) {
        known.add(call);
      } else if (position == null) {
        unseen++;
      } else {
        known.add(
            ListCall.append(
                call.client(),
                call.value(),
                OptionalInt.of(position),
                call.invoked(),
                call.returned()));
      }
    }
    CallHistory.Outcome outcome = known.check(name);
    return new CallHistory.Outcome(
        outcome.calls() + unseen, outcome.unknownApplied(), outcome.unknownNotApplied() + unseen);
  }

  private static void checkOnce(List<Long> list) {
    if (new HashSet<>(list).size() != list.size()) {
      throw new AssertionError("a commit was applied twice: " + list);
    }
  }

  private Map<Long, CommitId> checkLog(Store store, List<Long> list) {
    List<LogEntry> entries = new ArrayList<>();
    LogPage page = store.log(reference, PAGE);
    entries.addAll(page.entries());
    while (page.next().isPresent()) {
      page = store.log(page.next().get(), PAGE);
      entries.addAll(page.entries());
    }
    Collections.reverse(entries);
    List<String> messages = entries.stream().map(LogEntry::message).toList();
    if (!messages.equals(list.stream().map(String::valueOf).toList())) {
      throw new AssertionError("the log has %s, and the list %s".formatted(messages, list));
    }
    Map<Long, CommitId> logged = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      LogEntry entry = entries.get(i);
      if (!Integer.toString(i + 1).equals(entry.attributes().get(BookPage.POSITION))) {
        throw new AssertionError("entry %d of the log is %s".formatted(i + 1, entry));
      }
      logged.put(list.get(i), entry.id());
    }
    return logged;
  }

  private static void checkAnswer(long number, Answer answer, List<Long> list, boolean isOneLife) {
    boolean isThere = list.contains(number);
    if (answer.told == Told.APPLIED && !isThere && isOneLife) {
      throw new AssertionError(number + " was acknowledged and is lost: " + list);
    }
    if (answer.told == Told.NOT_APPLIED && isThere) {
      throw new AssertionError(
          "%d was reported not applied (%s), and is there: %s".formatted(number, answer.why, list));
    }
  }

  // The status is "applied" for what was applied, in whichever life, and for nothing else.
  private static void checkStatus(
      long number, Answer answer, Map<Long, CommitId> logged, boolean isOneLife, Store store) {
    if (answer.id.isEmpty()) {
      return;
    }
    CommitId id = answer.id.get();
    CommitId inLog = logged.get(number);
    if (inLog != null && !inLog.equals(id)) {
      throw new AssertionError(
          "the caller of %d was told the ID %s, and the log has %s".formatted(number, id, inLog));
    }
    CommitStatus status = store.commitStatus(id);
    boolean isApplied = inLog != null || answer.told == Told.APPLIED;
    boolean isWrong = isApplied ? status != CommitStatus.APPLIED : status != CommitStatus.UNKNOWN;
    if (isWrong && (isApplied || isOneLife)) {
      throw new AssertionError(
          "the status of %d (%s) is %s, and the log has %s"
              .formatted(number, answer, status, inLog));
    }
  }

  // A caller's next commit begins when the last one has ended or can no longer land.
  private static void checkOrder(List<Long> list) {
    Map<Long, Long> lastOf = new HashMap<>();
    for (long number : list) {
      Long before = lastOf.put(number / BookKeeper.NUMBERS, number);
      if (before != null && before > number) {
        throw new AssertionError("%d came after %d in %s".formatted(number, before, list));
      }
    }
  }
}
