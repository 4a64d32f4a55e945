package dev.cairn.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.FaultScript;
import dev.cairn.testkit.fault.FaultyBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HistoryCheckTest {
  private static final ObjectKey IMMUTABLE_KEY =
      new ObjectKey(Scope.SYSTEM, "other", ObjectId.of(2));
  private static final ObjectRow IMMUTABLE =
      ObjectRow.immutable(IMMUTABLE_KEY, Bytes.ofUtf8("value"), 1);
  private static final ReferenceKey MAIN = new ReferenceKey(Scope.SYSTEM, "main");

  private final History history = new History();

  private Backend recording(FaultPlan plan) {
    return new RecordingBackend(new FaultyBackend(new InMemoryBackend(), plan), history, "client");
  }

  private Backend recording() {
    return recording(FaultPlan.none());
  }

  private HistoryReport check() {
    return HistoryCheck.check(history);
  }

  private static ObjectRow row(int version) {
    return RowCalls.row(version);
  }

  private void everyOperation(Backend backend) {
    backend.insert(row(1));
    backend.insert(row(2));
    backend.swap(RowCalls.token(1), row(3));
    backend.swap(RowCalls.token(1), row(4));
    backend.write(List.of(IMMUTABLE));
    backend.fetch(List.of(RowCalls.KEY, IMMUTABLE_KEY, RowCalls.KEY), ReadMode.STRONG);
    backend.fetch(List.of(RowCalls.KEY), ReadMode.WEAK);
    backend.scanObjects(
        Optional.empty(), Optional.empty(), ScanBound.NONE, Optional.empty(), row -> true);
    backend.deleteIf(RowCalls.KEY, RowCalls.token(1));
    backend.deleteIf(RowCalls.KEY, RowCalls.token(3));
    backend.delete(List.of(IMMUTABLE_KEY));
    ReferenceRow first = ReferenceRow.create(MAIN, new Token(1, 0), 1);
    backend.insertReference(first);
    ReferenceRow second = first.moveTo(7, EarlierHeads.none(), new Token(2, 0));
    backend.swapReference(first.token(), second);
    backend.readReference(MAIN, ReadMode.STRONG);
    backend.readReference(MAIN, ReadMode.WEAK);
    backend.scanReferences(Optional.empty(), Optional.empty(), row -> true);
    backend.removeReference(MAIN, second.token());
  }

  @Test
  void everyOperationIsRecordedOnceForEachRow() {
    everyOperation(recording());
    HistoryReport report = check();
    assertEquals(List.of(), report.findings());
    assertEquals(3, report.rows());
    assertEquals(20, report.calls());
    assertEquals(0, report.unknownApplied() + report.unknownNotApplied());
    history.calls().forEach(call -> assertTrue(call.invoked() < call.returned(), call::toString));
  }

  @Test
  void unknownOutcomesAreSettledByWhatIsSeenLater() {
    Backend backend =
        recording(
            new FaultScript()
                .add(Operation.SWAP, 1, Fault.REPLY_LOST, 0)
                .add(Operation.SWAP, 2, Fault.REQUEST_LOST, 0));
    backend.insert(row(1));
    backend.swap(RowCalls.token(1), row(2));
    backend.swap(RowCalls.token(2), row(3));
    backend.fetch(List.of(RowCalls.KEY), ReadMode.STRONG);
    HistoryReport report = check();
    assertEquals(List.of(), report.findings());
    assertEquals(1, report.unknownApplied());
    assertEquals(1, report.unknownNotApplied());
  }

  @Test
  void refusedWriteLeavesNoTraceAndOneThatEndsInAnErrorIsUnknown() {
    Backend refused = recording(FaultScript.at(1, Fault.REFUSED));
    assertThrows(BackendUnavailableException.class, () -> refused.insert(row(1)));
    assertEquals(List.of(), history.calls());
    Backend crashing =
        new RecordingBackend(
            new ForwardingBackend(new InMemoryBackend()) {
              @Override
              protected <T> T around(Operation operation, Supplier<T> call) {
                throw new Error("crash");
              }
            },
            history);
    assertThrows(Error.class, () -> crashing.insert(row(1)));
    assertFalse(history.calls().get(0).isCertain());
  }

  @Test
  void bulkWriteThatFailsIsUnknownForEachOfItsRows() {
    Backend backend = recording(FaultScript.at(1, Fault.REPLY_LOST));
    assertThrows(BackendUnavailableException.class, () -> backend.write(List.of(IMMUTABLE)));
    backend.fetch(List.of(IMMUTABLE_KEY), ReadMode.STRONG);
    assertEquals(1, check().unknownApplied());
  }

  @Test
  void appliedWriteThatIsNotThereIsFound() {
    Backend forgetful =
        new RecordingBackend(
            new ForwardingBackend(new InMemoryBackend()) {
              @Override
              public CasResult<ObjectRow> insert(ObjectRow row) {
                return CasResult.applied();
              }
            },
            history,
            "client");
    forgetful.insert(row(1));
    forgetful.fetch(List.of(RowCalls.KEY), ReadMode.STRONG);
    assertEquals(1, check().findings().size());
  }

  @Test
  void weakReadMayFindOldRowsButNoneThatWasNeverWritten() {
    Backend confused =
        new RecordingBackend(
            new ForwardingBackend(new InMemoryBackend()) {
              @Override
              public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
                return List.of(Optional.of(row(mode == ReadMode.WEAK ? 1 : 2)));
              }
            },
            history,
            "client");
    confused.insert(row(1));
    confused.swap(RowCalls.token(1), row(2));
    confused.fetch(List.of(RowCalls.KEY), ReadMode.WEAK);
    assertEquals(List.of(), check().findings());
    History other = new History();
    other.add(
        RowCalls.call(
            "client", RowCall.Kind.WEAK_READ, null, null, RowCall.Answer.FOUND, row(5), 0, 1));
    assertEquals(1, HistoryCheck.check(other).findings().size());
  }

  @Test
  void headThatVanishesFromTheLineIsFoundThoughTheSwapsAreInOrder() {
    Backend backend = recording();
    ReferenceRow first = ReferenceRow.create(MAIN, new Token(1, 0), 1);
    ReferenceRow second = first.moveTo(7, EarlierHeads.none(), new Token(2, 0));
    EarlierHeads wrong = EarlierHeads.of(List.of(new HeadVersion(2, 6)));
    ReferenceRow third = second.moveTo(8, wrong, new Token(3, 0));
    backend.insertReference(first);
    backend.swapReference(first.token(), second);
    backend.swapReference(second.token(), third);
    assertEquals(List.of(), check().findings());
    backend.readReference(MAIN, ReadMode.STRONG);
    List<HistoryFinding> findings = check().findings();
    assertEquals(1, findings.size());
    assertTrue(findings.get(0).title().contains("heads of the reference"), () -> "" + findings);
  }

  @Test
  void violationBecomesAPageThatNeedsNothingElseAndEscapesEverything() throws IOException {
    ObjectKey hostile = new ObjectKey(Scope.SYSTEM, "<script>'\"&", ObjectId.of(1));
    History bad = new History();
    ObjectRow row = ObjectRow.updateable(hostile, Bytes.ofUtf8("x"), new Token(1, 1), 1);
    bad.add(
        new RowCall(
            "<b>client</b>",
            hostile,
            RowCall.Kind.INSERT,
            null,
            row,
            RowCall.Answer.APPLIED,
            null,
            0,
            1));
    bad.add(
        new RowCall(
            "reader", hostile, RowCall.Kind.READ, null, null, RowCall.Answer.FOUND, null, 2, 3));
    bad.add(
        new RowCall(
            "lost",
            hostile,
            RowCall.Kind.SWAP,
            new Token(1, 1),
            row,
            RowCall.Answer.UNKNOWN,
            null,
            0,
            Timed.NEVER));
    AssertionError failure =
        assertThrows(AssertionError.class, () -> HistoryCheck.check(bad).assertSound("a <test>"));
    Path page = HistoryReport.PAGES.resolve("a-test--1.html");
    assertTrue(failure.getMessage().contains(page.toAbsolutePath().toString()));
    assertTrue(failure.getMessage().contains("read: found no row"), failure::getMessage);
    String html = Files.readString(page);
    assertFalse(html.contains("<script"), html);
    assertFalse(html.contains("<b>"), html);
    assertFalse(html.matches("(?s).*(href|src|url|@import).*"), "loads something");
    assertTrue(html.contains("&lt;b&gt;client&lt;/b&gt;"), html);
    assertTrue(html.contains("class=\"bar placed\""), html);
    assertTrue(html.contains("class=\"bar stuck\""), html);
    assertTrue(html.contains("class=\"bar unknown\""), html);
  }
}
