package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.CairnException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.testkit.TestRun;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @RegisterExtension final TestRun run = new TestRun();

  private static final TestSettings USUAL = TestSettings.usual("http://localhost:8000", "cairn-");

  @Test
  void settingsAreRead() {
    DynamoDbSettings settings = USUAL.read();
    assertEquals("cairn-references", settings.referencesTable());
    assertEquals("cairn-objects", settings.objectsTable());
    assertEquals("eu-west-1", settings.region());
    assertEquals(Optional.of(URI.create("http://localhost:8000")), settings.endpoint());
    assertEquals(Duration.ofSeconds(2), settings.connectTimeout());
    assertEquals(Duration.ofSeconds(5), settings.requestTimeout());
    assertEquals(Duration.ofSeconds(10), settings.retryTime());
    assertEquals(64, settings.maxConnections());
    assertEquals(8, settings.parallelism());
    assertEquals(4, settings.scanSegments());
  }

  @ParameterizedTest
  @CsvSource({
    "table-prefix, a b",
    "table-prefix, ä",
    "endpoint, localhost:8000",
    "endpoint, ftp://localhost",
    "endpoint, http://",
    "endpoint, :::",
    "connect-timeout, PT0S",
    "request-timeout, PT0S",
    "request-timeout, P1000D",
    "request-timeout, five",
    "max-connections, 0",
    "parallelism, 0",
    "parallelism, 65",
    "scan-segments, 65",
  })
  void badValueIsAnErrorThatNamesItsSetting(String name, String value) {
    ConfigurationException e =
        assertThrows(ConfigurationException.class, () -> USUAL.with(name, value).read());
    assertTrue(e.getMessage().contains("cairn.dynamodb." + name), e::getMessage);
  }

  @Test
  void credentialsAreGivenWholeAndInOneWay() {
    TestSettings half =
        new TestSettings(
            Map.of(
                "cairn.dynamodb.region", "eu-west-1",
                "cairn.dynamodb.access-key-id", "id"));
    ConfigurationException e = assertThrows(ConfigurationException.class, half::read);
    assertTrue(e.getMessage().contains("secret-access-key"), e::getMessage);
    assertThrows(ConfigurationException.class, () -> USUAL.with("profile", "p").read());
  }

  @Test
  void secretsAreNotShown() {
    TestSettings settings =
        USUAL
            .with("access-key-id", "AKIA-NOT-SHOWN")
            .with("secret-access-key", "NOT-SHOWN")
            .with("endpoint", "http://user:NOT-SHOWN@localhost");
    Configuration.Builder builder = Configuration.builder();
    settings.values().forEach(builder::set);
    Configuration configuration = builder.build(new DynamoDbBackendFactory().settings());
    assertFalse(configuration.toString().contains("AKIA-NOT-SHOWN"), configuration::toString);
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class, () -> DynamoDbBackendFactory.read(configuration));
    assertFalse(e.getMessage().contains("NOT-SHOWN"), e::getMessage);
    DynamoDbSettings read =
        USUAL.with("access-key-id", "NOT-SHOWN").with("secret-access-key", "NOT-SHOWN").read();
    assertFalse(read.toString().contains("NOT-SHOWN"), read::toString);
  }

  @Test
  void profileThatIsNotThereIsNamed() {
    TestSettings settings =
        new TestSettings(
            Map.of(
                "cairn.dynamodb.region", "eu-west-1",
                "cairn.dynamodb.endpoint", "http://localhost:1",
                "cairn.dynamodb.profile", "no-such-profile"));
    CairnException e = assertThrows(CairnException.class, settings::open);
    assertTrue(e.getMessage().contains("no-such-profile"), e::getMessage);
  }

  @Test
  void backendIsFoundByItsName() {
    TestSettings settings = TestSettings.of(run, "settings-");
    Configuration.Builder builder = Configuration.builder().set("cairn.backend", "dynamodb");
    settings.values().forEach(builder::set);
    Backends backends = Backends.discover();
    try (Backend backend = backends.open(builder.build(backends.settings()))) {
      assertEquals("dynamodb", backend.name());
      backend.createSchema();
      assertTrue(backend.health().healthy());
    }
  }
}
