package dev.cairn.testkit.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.check.Finding.KeyRange;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.EngineRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a check says of a store that is damaged on purpose, against what readers meet there. */
public abstract class CheckSuite extends CheckBase {
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aStoreThatIsWholeHasNoFindings(int threads) {
    List<Checks.Progress> told = new ArrayList<>();
    CheckReport report =
        filled.cairn().checks().check(Checks.Options.ALL.withParallelism(threads), told::add);
    assertTrue(report.isClean(), () -> "findings: " + report.findings());
    assertEquals(filled.rows(HEAD).size(), report.totals().heads());
    assertEquals(filled.rows(PAGE).size(), report.totals().pages());
    assertEquals(filled.rows(Node.TYPE_NAME).size(), report.totals().objects());
    assertEquals(3, report.totals().references(), "main, deleted, and that of the system");
    assertEquals(report.totals(), told.get(told.size() - 1), "the last that was told");
    assertTrue(leaves().size() < filled.rows(PAGE).size(), "the index has levels");
  }

  @Test
  void oneScopeIsCheckedByItself() {
    assertEquals(2, check(Checks.Options.ALL.of(FilledStore.SCOPE)).totals().references());
    assertEquals(0, check(Checks.Options.ALL.of(new Scope("no", "body"))).totals().references());
    CheckReport current = check(Checks.Options.ALL.withoutHistory());
    assertTrue(current.isClean());
    assertEquals(2, current.totals().heads(), "one of each reference");
  }

  @ParameterizedTest
  @ValueSource(strings = {HEAD, PAGE, Node.TYPE_NAME})
  void aFlippedByteIsFoundWhereverItIs(String type) {
    ObjectKey key = any(type);
    filled.flipByte(key, random.nextInt(1 << 20));
    Finding finding = onlyFinding();
    assertEquals(name(key), finding.subject());
    assertEquals(Finding.Kind.DAMAGED, finding.kind());
    checkAffected(finding);
  }

  @ParameterizedTest
  @ValueSource(strings = {HEAD, PAGE, Node.TYPE_NAME})
  void aMissingRowIsFound(String type) {
    ObjectKey key = any(type);
    filled.remove(key);
    Finding finding =
        check().findings().stream()
            .filter(each -> each.subject().equals(name(key)))
            .findAny()
            .orElseThrow();
    assertEquals(Finding.Kind.MISSING, finding.kind());
    checkAffected(finding);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aChunkThatIsDamagedOrMissingAffectsItsObject(boolean isMissing) {
    ObjectKey chunk = any(CHUNK);
    if (isMissing) {
      filled.remove(chunk);
    } else {
      filled.flipByte(chunk, random.nextInt(1 << 20));
    }
    Finding finding = onlyFinding();
    assertEquals(filled.ref(FilledStore.LARGE).toString(), finding.subject());
    assertEquals(Finding.Kind.DAMAGED, finding.kind());
    checkAffected(finding);
    assertEquals(List.of(keyOf(FilledStore.NODES, FilledStore.LARGE)), finding.affected());
  }

  /** Whatever readers cannot read, the finding names. */
  private void checkAffected(Finding finding) {
    SortedSet<Bytes> unreadable = filled.unreadable(EngineRuntime.system());
    for (Bytes key : unreadable) {
      assertTrue(
          finding.affected().stream().anyMatch(affected -> covers(affected, key)),
          () -> "%s is not in %s".formatted(key, finding.affected()));
    }
    for (Affected affected : finding.affected()) {
      boolean isOneKeyOfTheCurrentState =
          affected.version() == filled.current().version()
              && affected.index().equals(Optional.of(FilledStore.NODES))
              && affected.keys().filter(KeyRange::isOne).isPresent();
      if (isOneKeyOfTheCurrentState) {
        Bytes key = affected.keys().orElseThrow().from();
        assertTrue(
            unreadable.contains(key) || key.equals(FilledStore.CHANGED),
            () -> affected + " can be read");
      }
    }
  }

  private static boolean covers(Affected affected, Bytes key) {
    boolean isOther = affected.index().filter(name -> !name.equals(FilledStore.NODES)).isPresent();
    return affected.reference().equals(FilledStore.MAIN)
        && !isOther
        && affected.keys().map(range -> isIn(range, key)).orElse(true);
  }

  private static boolean isIn(KeyRange range, Bytes key) {
    return range.from().compareTo(key) <= 0
        && range.to().map(to -> key.compareTo(to) < 0).orElse(true);
  }

  private Affected keyOf(String index, Bytes key) {
    return new Affected(
        FilledStore.MAIN,
        filled.current().version(),
        Optional.of(index),
        Optional.of(KeyRange.only(key)));
  }

  @Test
  void allKeysOfAllIndexesThatLeadToAnObjectAreNamed() {
    Bytes key = FilledStore.key(3);
    filled.remove(filled.ref(key).in(FilledStore.SCOPE));
    assertEquals(
        List.of(keyOf(FilledStore.ALIASES, key), keyOf(FilledStore.NODES, key)),
        onlyFinding().affected());
  }

  @Test
  void allKeysThatLeadToAnObjectByWayOfOthersAreNamed() {
    filled.flipByte(filled.find("deep"), 10);
    assertEquals(
        List.of(
            keyOf(FilledStore.NODES, FilledStore.SHARING),
            keyOf(FilledStore.NODES, FilledStore.SHARING_TOO)),
        onlyFinding().affected());
  }

  @Test
  void whatOnlyADeletedReferenceNeedsIsFound() {
    filled.remove(filled.find("deleted"));
    Finding finding = onlyFinding();
    assertEquals(FilledStore.DELETED, finding.affected().get(0).reference());
    assertTrue(finding.affected().get(0).keys().isPresent());
  }

  @Test
  void whatOnlyAnEarlierStateNeedsIsFoundIfHistoryIsChecked() {
    filled.remove(superseded());
    assertTrue(check(Checks.Options.ALL.withoutHistory()).isClean());
    Affected affected = onlyFinding().affected().get(0);
    assertTrue(affected.version() < filled.current().version(), affected::toString);
    assertEquals(Optional.of(KeyRange.only(FilledStore.CHANGED)), affected.keys());
  }

  @Test
  void pagesThatChangedPlacesAreDamaged() {
    swap(filled.rows(PAGE), bytes -> bytes);
    assertEquals(
        List.of(Finding.Kind.DAMAGED, Finding.Kind.DAMAGED),
        check().findings().stream().map(Finding::kind).toList());
  }

  /** As an engine with an error might have written them. */
  @Test
  void pagesInWrongPlacesWithTheRightChecksumAreMisplaced() {
    List<ObjectRow> leaves = leaves();
    swap(List.of(leaves.get(0), leaves.get(leaves.size() - 1)), bytes -> bytes);
    leaves().forEach(row -> filled.change(row.key(), value -> Forged.page(row.key(), value)));
    List<Finding> findings = check().findings();
    assertEquals(
        2,
        findings.stream().filter(f -> f.kind() == Finding.Kind.MISPLACED).count(),
        "" + findings);
  }

  private List<ObjectRow> leaves() {
    return filled.rows(PAGE).stream().filter(row -> Forged.level(row) == 0).toList();
  }

  private void swap(List<ObjectRow> rows, UnaryOperator<Bytes> change) {
    ObjectRow first = rows.get(0);
    ObjectRow last = rows.get(rows.size() - 1);
    filled.change(first.key(), value -> change.apply(last.value()));
    filled.change(last.key(), value -> change.apply(first.value()));
  }

  @Test
  void aPageOfAWrongLevelIsMisplaced() {
    ObjectRow leaf = leaves().get(0);
    filled.change(leaf.key(), value -> Forged.withLevel(leaf.key(), value, 1));
    Finding finding = onlyFinding();
    assertEquals(name(leaf.key()), finding.subject());
    assertTrue(finding.kind() != Finding.Kind.MISSING, finding::toString);
  }

  @Test
  void headsThatChangedPlacesAreFound() {
    List<ObjectRow> heads =
        filled.rows(HEAD).stream().filter(row -> row.value().length() > 300).toList();
    swap(heads.subList(1, 4), bytes -> bytes);
    List<Finding> findings = check().findings();
    assertTrue(
        findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.MISPLACED),
        "" + findings);
  }
}
