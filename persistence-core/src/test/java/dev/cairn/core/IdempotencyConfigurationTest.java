package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.Store;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdempotencyConfigurationTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private static Configuration configuration(Map<String, String> values) {
    Configuration.Builder builder = Configuration.builder().set("cairn.backend", "inmemory");
    values.forEach(builder::set);
    return builder.build(Cairn.settings());
  }

  @Test
  void theDefaultsAreThoseOfTheApi() {
    assertEquals(
        IdempotencySettings.DEFAULT, IdempotencyConfiguration.read(configuration(Map.of())));
  }

  @Test
  void settingsAreRead() {
    IdempotencySettings settings =
        IdempotencyConfiguration.read(
            configuration(
                Map.of(
                    "cairn.idempotency.enabled", "false",
                    "cairn.idempotency.key-rule", "uuid",
                    "cairn.idempotency.lifetime", "PT2H",
                    "cairn.idempotency.when-unreachable", "run",
                    "cairn.idempotency.max-outcome-size", "1k")));
    assertEquals(false, settings.enabled());
    assertEquals(KeyRule.UUID, settings.keyRule());
    assertEquals(Duration.ofHours(2), settings.lifetime());
    assertEquals(IdempotencySettings.WhenUnreachable.RUN, settings.whenUnreachable());
    assertEquals(1024, settings.maxOutcomeBytes());
  }

  @Test
  void whatMakesNoSenseIsRefusedByName() {
    for (Map<String, String> bad :
        List.of(
            Map.of("cairn.idempotency.grace", "PT29S"),
            Map.of("cairn.idempotency.lifetime", "PT0S"),
            Map.of("cairn.idempotency.lease", "PT0S"),
            Map.of("cairn.idempotency.cleanup.period", "PT0S"))) {
      Configuration configuration = configuration(bad);
      ConfigurationException e =
          assertThrows(
              ConfigurationException.class, () -> IdempotencyConfiguration.read(configuration));
      assertTrue(e.getMessage().contains("cairn.idempotency"), e::getMessage);
    }
  }

  private static void assertRefused(Map<String, String> values, String... named) {
    Configuration configuration = configuration(values);
    ConfigurationException e =
        assertThrows(ConfigurationException.class, () -> Cairn.open(configuration));
    for (String name : named) {
      assertTrue(e.getMessage().contains(name), e::getMessage);
    }
  }

  // A reference is deleted, its tombstone removed, and the reference created again. A repetition of
  // a request from before finds no trace of its key, and is executed a second time.
  @Test
  void aTombstoneThatGoesBeforeTheKeyWindowEndsIsRefused() {
    Map<String, String> brief = Map.of("cairn.gc.grace", "PT65S", "cairn.gc.retention", "PT130S");
    assertRefused(brief, "cairn.gc.retention", "cairn.idempotency.lifetime", "PT3M15S");
  }

  @Test
  void keysThatOutliveTheCollectionGraceAreRefused() {
    Map<String, String> equal = Map.of("cairn.gc.grace", "PT35M");
    assertRefused(
        equal, "cairn.gc.grace", "cairn.idempotency.lifetime", "cairn.idempotency.grace", "PT35M");
    assertRefused(
        Map.of("cairn.idempotency.lifetime", "PT24H"),
        "cairn.gc.grace",
        "cairn.idempotency.lifetime");
    Cairn.open(configuration(Map.of("cairn.gc.grace", "PT35M0.001S"))).close();
  }

  // The process that collects need not be one that honors keys.
  @Test
  void aProcessThatHonorsNoKeysSparesThoseOfOthers() {
    assertRefused(
        Map.of(
            "cairn.idempotency.enabled", "false",
            "cairn.gc.grace", "PT65S",
            "cairn.gc.retention", "PT130S"),
        "cairn.gc.retention",
        "cairn.idempotency.lifetime");
  }

  @Test
  void theTableInTheDocumentationIsComplete() throws IOException {
    String page = Files.readString(Path.of("../docs/idempotency.md"));
    for (Setting<?> setting : IdempotencyConfiguration.ALL) {
      String row =
          "| `%s` | `%s` | %s |"
              .formatted(setting.key(), setting.defaultText().orElseThrow(), setting.description());
      assertTrue(page.contains(row), row);
    }
  }

  @Test
  void aConnectionExecutesOnceAndCountsOriginalsAndDuplicates() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(), system.executor(), system.scheduler(), meters, system.onClose());
    try (Cairn cairn = Cairn.open(configuration(Map.of()), TestTypes.ALL, runtime)) {
      Store store = cairn.store(SCOPE);
      var unused = store.createReference("main");
      IdempotentExecutor executor = cairn.idempotency().executor(SCOPE);
      IdempotentCall call =
          IdempotentCall.of(
              RequestKey.of(
                  Principal.NONE, "op", "/r", cairn.idempotency().settings().keyRule().parse("k")),
              store,
              "main");
      for (int i = 0; i < 3; i++) {
        IdempotentResult result =
            executor.execute(
                call, execution -> execution.commit(store, "main", workspace -> Outcome.of(201)));
        Class<?> expected =
            i == 0 ? IdempotentResult.Executed.class : IdempotentResult.Replayed.class;
        assertInstanceOf(expected, result);
      }
    }
    assertEquals(1, count(meters, "request", Optional.of("original")));
    assertEquals(2, count(meters, "request", Optional.of("replay")));
    assertEquals(1, count(meters, "reserve", Optional.of("reserved")));
    assertEquals(2, count(meters, "reserve", Optional.of("replay")));
    assertEquals(0, count(meters, "purged", Optional.empty()));
  }

  private static double count(SimpleMeterRegistry meters, String name, Optional<String> outcome) {
    var search = meters.get("cairn.idempotency." + name).tag("backend", "inmemory");
    return outcome.map(tag -> search.tag("outcome", tag)).orElse(search).counter().count();
  }
}
