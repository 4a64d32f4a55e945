package dev.cairn.testkit.history;

import dev.cairn.api.ReferenceKey;
import dev.cairn.testkit.history.RowCall.Answer;
import dev.cairn.testkit.history.RowCall.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what was recorded of a store that was empty at first, row by row: since each row is
 * linearizable on its own, all of them together are.
 *
 * <p>Every row is checked as a register with compare-and-swap, references as lists of heads too,
 * and weak reads for having found what was written before they ended.
 */
public final class HistoryCheck {
  private final List<HistoryFinding> findings = new ArrayList<>();
  private int calls;
  private int unknown;
  private int unknownApplied;

  private HistoryCheck() {}

  /** Checks all of {@code history}, whose callers have ended. */
  public static HistoryReport check(History history) {
    HistoryCheck check = new HistoryCheck();
    Map<Object, List<RowCall>> rows = history.byRow();
    rows.forEach(check::checkRow);
    return new HistoryReport(
        rows.size(),
        check.calls,
        check.unknownApplied,
        check.unknown - check.unknownApplied,
        check.findings);
  }

  private void checkRow(Object row, List<RowCall> all) {
    calls += all.size();
    List<RowCall> strong = all.stream().filter(call -> call.kind() != Kind.WEAK_READ).toList();
    RegisterModel model = new RegisterModel(strong);
    HistoryVerdict verdict = Linearizability.check(strong, model);
    unknown += (int) strong.stream().filter(call -> !call.isCertain()).count();
    if (verdict instanceof HistoryVerdict.Linearizable sound) {
      unknownApplied +=
          (int) sound.order().stream().filter(i -> !strong.get(i).isCertain()).count();
    } else {
      findings.add(HistoryFinding.of("the row " + row, strong, model, verdict));
    }
    if (row instanceof ReferenceKey) {
      checkList(row, strong);
    }
    checkWeakReads(row, all);
  }

  private void checkList(Object row, List<RowCall> strong) {
    List<ListCall> list = ReferenceLists.of(strong);
    ListModel model = new ListModel(list);
    HistoryVerdict verdict = Linearizability.check(list, model);
    if (!(verdict instanceof HistoryVerdict.Linearizable)) {
      findings.add(HistoryFinding.of("the heads of the reference " + row, list, model, verdict));
    }
  }

  private void checkWeakReads(Object row, List<RowCall> all) {
    Map<Object, Long> writtenFrom = new HashMap<>();
    for (RowCall call : all) {
      if (call.put() != null && (call.answer() == Answer.APPLIED || !call.isCertain())) {
        writtenFrom.merge(call.put(), call.invoked(), Math::min);
      }
    }
    for (int i = 0; i < all.size(); i++) {
      RowCall call = all.get(i);
      Object found = call.found();
      if (call.kind() == Kind.WEAK_READ
          && found != null
          && writtenFrom.getOrDefault(found, Timed.NEVER) >= call.returned()) {
        findings.add(
            new HistoryFinding(
                "a weak read of the row " + row,
                all,
                new HistoryVerdict.Violation(List.of(), i),
                List.of()));
      }
    }
  }
}
