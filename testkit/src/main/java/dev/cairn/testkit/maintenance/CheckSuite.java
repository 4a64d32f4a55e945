package dev.cairn.testkit.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.check.Affected;
import dev.cairn.api.check.CheckOptions;
import dev.cairn.api.check.CheckProgress;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.KeyRange;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.Environment;
import dev.cairn.core.check.EngineChecks;
import dev.cairn.core.check.RetainedHeads;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.FormatLevel;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a check says of a store that is damaged on purpose, against what readers meet there. */
public abstract class CheckSuite {
  private static final String HEAD = "cairn.head";
  private static final String PAGE = "cairn.page";
  private static final String CHUNK = "cairn.chunk";

  @RegisterExtension final Seed seed = Seed.ofRun();
  private Random random;
  private FilledStore filled;

  /** A backend with nothing in it, which this closes. */
  protected abstract Backend newBackend();

  @BeforeEach
  final void fill() {
    random = seed.random("damage");
    filled = new FilledStore(newBackend(), EngineRuntime.system());
  }

  @AfterEach
  final void close() {
    filled.close();
    filled.backend().close();
  }

  private CheckReport check(CheckOptions options) {
    return filled.cairn().checks().check(options, progress -> {});
  }

  private CheckReport check() {
    return check(CheckOptions.ALL);
  }

  private Finding onlyFinding() {
    List<Finding> findings = check().findings();
    assertEquals(1, findings.size(), () -> "findings: " + findings);
    return findings.get(0);
  }

  private static String name(ObjectKey key) {
    return key.type() + "/" + key.id();
  }

  private ObjectKey any(String type) {
    List<ObjectRow> rows = filled.rows(type);
    return rows.get(random.nextInt(rows.size())).key();
  }

  private ObjectKey newest(String type) {
    List<ObjectRow> rows = filled.rows(type);
    return rows.get(rows.size() - 1).key();
  }

  /** An object that the current state does not need any more. */
  private ObjectKey superseded() {
    return filled.find("once");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aStoreThatIsWholeHasNoFindings(int threads) {
    List<CheckProgress> told = new ArrayList<>();
    CheckReport report =
        filled.cairn().checks().check(CheckOptions.ALL.withParallelism(threads), told::add);
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
    assertEquals(2, check(CheckOptions.ALL.of(FilledStore.SCOPE)).totals().references());
    assertEquals(0, check(CheckOptions.ALL.of(new Scope("no", "body"))).totals().references());
    CheckReport current = check(CheckOptions.ALL.withoutHistory());
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
    assertTrue(check(CheckOptions.ALL.withoutHistory()).isClean());
    Affected affected = onlyFinding().affected().get(0);
    assertTrue(affected.version() < filled.current().version(), affected::toString);
    assertEquals(Optional.of(KeyRange.only(FilledStore.CHANGED)), affected.keys());
  }

  /** A collection took what the oldest states need, and says so. */
  @Test
  void whatExpiredStatesLackIsNoDamage() {
    long version = filled.current().version();
    filled.remove(superseded());
    assertTrue(check(filled.backend(), row -> version).isClean());
    assertFalse(check(filled.backend(), row -> version - 1).isClean(), "the state before is kept");
    filled.remove(filled.rows(HEAD).get(0).key());
    assertTrue(
        check(filled.backend(), row -> row.key().name().equals("main") ? version : 0).isClean());
  }

  /** The same while the check is looking: it asks again before it says that something is gone. */
  @Test
  void whatExpiresDuringTheCheckIsNoDamage() {
    long version = filled.current().version();
    filled.remove(superseded());
    AtomicBoolean isAsked = new AtomicBoolean();
    RetainedHeads collecting =
        row -> !row.key().name().equals("main") || !isAsked.getAndSet(true) ? 0 : version;
    CheckReport report = check(filled.backend(), collecting);
    assertTrue(report.isClean(), () -> "findings: " + report.findings());
    assertTrue(report.expiredHeads() > 0);
  }

  @Test
  void whatAReferenceThatIsGoneNeedsIsNoDamage() {
    filled.remove(filled.find("deleted"));
    Backend afterwards =
        new ForwardingBackend(filled.backend()) {
          @Override
          public Optional<ReferenceRow> readReference(
              dev.cairn.api.ReferenceKey key, ReadMode mode) {
            return key.name().equals(FilledStore.DELETED)
                ? Optional.empty()
                : super.readReference(key, mode);
          }
        };
    assertTrue(check(afterwards, RetainedHeads.ALL).isClean());
    assertFalse(check(filled.backend(), RetainedHeads.ALL).isClean());
  }

  private static CheckReport check(Backend backend, RetainedHeads retained) {
    return new EngineChecks(
            backend,
            new Codec(FormatLevel.NEWEST),
            Node.TYPES,
            retained,
            Environment.system(),
            Runnable::run)
        .check(CheckOptions.ALL, progress -> {});
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

  private void swap(List<ObjectRow> rows, java.util.function.UnaryOperator<Bytes> change) {
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

  @Test
  void aRowThatTheBackendCannotReadIsFoundAndTheOthersAreChecked() {
    ObjectKey bad = filled.ref(FilledStore.key(7)).in(FilledStore.SCOPE);
    ObjectKey worse = newest(PAGE);
    Backend backend =
        new ForwardingBackend(filled.backend()) {
          @Override
          public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
            if (keys.contains(bad) || keys.contains(worse)) {
              throw new DamagedDataException("a block of the file is damaged");
            }
            return super.fetch(keys, mode);
          }
        };
    CheckReport report = check(backend, RetainedHeads.ALL);
    assertTrue(report.complete());
    List<String> subjects = report.findings().stream().map(Finding::subject).toList();
    assertTrue(subjects.containsAll(List.of(name(bad), name(worse))), subjects::toString);
    assertEquals(2, subjects.size(), subjects::toString);
  }

  @Test
  void aScanThatCannotGoOnIsSaid() {
    Backend backend =
        new ForwardingBackend(filled.backend()) {
          @Override
          public Optional<ScanPosition> scanReferences(
              Optional<Scope> scope,
              Optional<ScanPosition> after,
              RowVisitor<ReferenceRow> visitor) {
            throw new DamagedDataException("a block of the file is damaged");
          }
        };
    CheckReport report = check(backend, RetainedHeads.ALL);
    assertFalse(report.complete());
    assertFalse(report.isClean());
    assertTrue(report.findings().get(0).problem().contains("a block of the file is damaged"));
  }

  @Test
  void findingsAreBounded() {
    filled.rows(Node.TYPE_NAME).forEach(row -> filled.remove(row.key()));
    CheckReport report = check(new CheckOptions(Optional.empty(), true, 2, 10));
    assertEquals(10, report.findings().size());
    assertEquals(report.totals().findings() - 10, report.furtherFindings());
    assertTrue(report.furtherFindings() > 1000);
  }

  /** Heads are superseded, and references deleted and created, while the check walks them. */
  @Test
  void commitsDuringTheCheckAreNotTakenForDamage() throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Throwable> failures = new ArrayList<>();
    Thread committer =
        new Thread(
            () -> {
              try (Cairn other = FilledStore.open(filled.backend(), EngineRuntime.system())) {
                new Churn(other.store(FilledStore.SCOPE)).runUntil(isOver::get);
              } catch (RuntimeException | Error e) {
                failures.add(e);
              }
            });
    committer.start();
    try {
      for (int i = 0; i < 8; i++) {
        CheckReport report = check();
        assertTrue(report.isClean(), () -> "findings: " + report.findings());
      }
    } finally {
      isOver.set(true);
      committer.join();
    }
    assertEquals(List.of(), failures);
  }
}
