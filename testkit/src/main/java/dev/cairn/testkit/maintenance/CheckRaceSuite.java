package dev.cairn.testkit.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.check.EngineChecks;
import dev.cairn.core.internal.check.RetainedHeadLookup;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.testkit.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a check says while others commit and collect, and of a database that gives rows no more. */
public abstract class CheckRaceSuite extends CheckBase {
  private static final int COMMITS_PER_CHECK = 50;

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
    RetainedHeadLookup collecting =
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
          public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
            return key.name().equals(FilledStore.DELETED)
                ? Optional.empty()
                : super.readReference(key, mode);
          }
        };
    assertTrue(check(afterwards, RetainedHeadLookup.ALL).isClean());
    assertFalse(check(filled.backend(), RetainedHeadLookup.ALL).isClean());
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
    CheckReport report = check(backend, RetainedHeadLookup.ALL);
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
    CheckReport report = check(backend, RetainedHeadLookup.ALL);
    assertFalse(report.complete());
    assertFalse(report.isClean());
    assertTrue(report.findings().get(0).problem().contains("a block of the file is damaged"));
  }

  @Test
  void findingsAreBounded() {
    filled.rows(Node.TYPE_NAME).forEach(row -> filled.remove(row.key()));
    CheckReport report = check(new Checks.Options(Optional.empty(), true, 2, 10));
    assertEquals(10, report.findings().size());
    assertEquals(report.totals().findings() - 10, report.furtherFindings());
    assertTrue(report.furtherFindings() > 1000);
  }

  /** Heads are superseded, and references deleted and created, while the check walks them. */
  @Test
  void commitsDuringTheCheckAreNotTakenForDamage() throws InterruptedException {
    Budget commits = new Budget();
    List<Throwable> failures = new ArrayList<>();
    Thread committer =
        new Thread(
            () -> {
              try (Cairn other = FilledStore.open(filled.backend(), EngineRuntime.system())) {
                new Churn(other.store(FilledStore.SCOPE)).run(commits);
              } catch (RuntimeException | Error e) {
                failures.add(e);
              }
            });
    committer.start();
    try {
      for (int i = 0; i < 8; i++) {
        commits.add(COMMITS_PER_CHECK);
        CheckReport report = check();
        assertTrue(report.isClean(), () -> "findings: " + report.findings());
      }
    } finally {
      commits.end();
      committer.join();
    }
    assertEquals(List.of(), failures);
  }

  private static CheckReport check(Backend backend, RetainedHeadLookup retained) {
    return new EngineChecks(
            backend,
            new Codec(FormatLevel.NEWEST),
            Node.TYPES,
            retained,
            Environment.system(),
            Runnable::run)
        .check(Checks.Options.ALL, progress -> {});
  }
}
