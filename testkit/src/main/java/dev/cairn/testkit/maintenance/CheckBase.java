package dev.cairn.testkit.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.EngineRuntime;
import dev.cairn.testkit.Guarantee;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TimeLimit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What suites of checks have in common. */
@ExtendWith({TimeLimit.class, Guarantee.class})
abstract class CheckBase {
  static final String HEAD = "cairn.head";
  static final String PAGE = "cairn.page";
  static final String CHUNK = "cairn.chunk";

  @RegisterExtension final Seed seed = Seed.ofRun();
  Random random;
  FilledStore filled;

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

  CheckReport check(Checks.Options options) {
    return filled.cairn().checks().check(options, progress -> {});
  }

  CheckReport check() {
    return check(Checks.Options.ALL);
  }

  Finding onlyFinding() {
    List<Finding> findings = check().findings();
    assertEquals(1, findings.size(), () -> "findings: " + findings);
    return findings.get(0);
  }

  static String name(ObjectKey key) {
    return key.type() + "/" + key.id();
  }

  ObjectKey any(String type) {
    List<ObjectRow> rows = filled.rows(type);
    return rows.get(random.nextInt(rows.size())).key();
  }

  ObjectKey newest(String type) {
    List<ObjectRow> rows = filled.rows(type);
    return rows.get(rows.size() - 1).key();
  }

  /** An object that the current state does not need any more. */
  ObjectKey superseded() {
    return filled.find("once");
  }
}
