package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.testkit.TestRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Settings, good and bad, and the driver's configuration below them. */
class OpeningTest {
  @RegisterExtension final TestRun run = new TestRun();
  @TempDir Path directory;

  @Test
  void backendIsFoundByItsName() {
    assertTrue(Backends.discover().names().contains("cassandra"));
    TestSettings settings = CassandraServer.of(run).settings();
    Configuration.Builder configuration = Configuration.builder().set("cairn.backend", "cassandra");
    settings.values().forEach(configuration::set);
    Backends backends = Backends.discover();
    try (Backend backend = backends.open(configuration.build(backends.settings()))) {
      assertInstanceOf(CassandraBackend.class, backend);
      assertEquals("cassandra", backend.name());
    }
  }

  @Test
  void badSettingsAreNamed() {
    refused(CassandraBackendFactory.CONTACT_POINTS, "localhost");
    refused(CassandraBackendFactory.CONTACT_POINTS, "localhost:9042,,other:9042");
    refused(CassandraBackendFactory.CONTACT_POINTS, "a b:1");
    refused(CassandraBackendFactory.CONTACT_POINTS, "localhost:99999");
    refused(CassandraBackendFactory.EXPIRY_MARGIN, "P9999D");
    refused(CassandraBackendFactory.KEYSPACE, "Upper");
    refused(CassandraBackendFactory.KEYSPACE, "a;drop");
    refused(CassandraBackendFactory.DATACENTER, "dc'1");
    refused(CassandraBackendFactory.REQUEST_TIMEOUT, "PT0S");
    refused(CassandraBackendFactory.PAGE_TIMEOUT, "PT2H");
    refused(CassandraBackendFactory.USERNAME, "somebody");
    refused(CassandraBackendFactory.DRIVER_CONFIG, directory.resolve("missing").toString());
  }

  private static void refused(Setting<?> setting, String value) {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () -> TestSettings.anywhere().with(setting, value).open().close());
    assertTrue(refused.getMessage().contains(setting.key()), refused::getMessage);
  }

  @Test
  void addressesOfEveryFormAreTaken() {
    CassandraSettings settings =
        TestSettings.anywhere()
            .with(CassandraBackendFactory.CONTACT_POINTS, "one:9042, 10.0.0.1:1,[::1]:9043")
            .settings();
    assertEquals(List.of("one:9042", "10.0.0.1:1", "[::1]:9043"), settings.contactPoints());
  }

  @Test
  void clusterThatIsNotThereIsUnavailable() throws IOException {
    // The port is bound, so no other server uses it, and does not listen, so connections are
    // refused.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress silent = (InetSocketAddress) taken.getLocalSocketAddress();
      TestSettings settings = CassandraServer.of(run).settings().node(silent);
      BackendUnavailableException failure =
          assertThrows(BackendUnavailableException.class, () -> settings.open().close());
      assertTrue(
          failure.getMessage().contains(CassandraBackendFactory.CONTACT_POINTS.key()),
          failure::getMessage);
    }
  }

  @Test
  void unresolvableNodeIsNotTakenForThisMachine() {
    TestSettings settings =
        TestSettings.anywhere()
            .with(CassandraBackendFactory.CONTACT_POINTS, "no-such-host.invalid:9042");
    BackendUnavailableException failure =
        assertThrows(BackendUnavailableException.class, () -> settings.open().close());
    assertTrue(failure.getMessage().contains("no-such-host.invalid"), failure::getMessage);
  }

  @Test
  void datacenterThatTheClusterDoesNotHaveIsNamed() {
    TestSettings settings = CassandraServer.of(run).settings().datacenter("elsewhere");
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> settings.open().close());
    assertTrue(
        refused.getMessage().contains("elsewhere")
            && refused.getMessage().contains(CassandraServer.of(run).datacenter()),
        refused::getMessage);
  }

  @Test
  void passwordIsNeverShown() {
    CassandraSettings settings =
        TestSettings.anywhere()
            .with(CassandraBackendFactory.USERNAME, "role")
            .with(CassandraBackendFactory.PASSWORD, "geheim")
            .settings();
    assertFalse(settings.toString().contains("geheim"));
    assertFalse(new Connector(settings).driverConfig().contains("geheim"));
    assertTrue(CassandraBackendFactory.PASSWORD.isSecret());
  }

  @Test
  void driverConfigurationIsTakenBelowTheSettings() throws IOException {
    Path file = directory.resolve("a \"driver\".conf");
    Files.writeString(
        file,
        """
        datastax-java-driver {
          basic.session-name = "from the file"
          advanced.protocol.version = V5
          basic.contact-points = [ "nobody.invalid:1" ]
          basic.request.default-idempotence = true
          advanced.speculative-execution-policy {
            class = ConstantSpeculativeExecutionPolicy
            max-executions = 3
            delay = 1 millisecond
          }
        }
        """);
    CassandraSettings settings =
        CassandraServer.of(run)
            .settings()
            .with(CassandraBackendFactory.DRIVER_CONFIG, file.toString())
            .settings();
    try (CqlSession session = new Connector(settings).connect()) {
      assertEquals("from the file", session.getName());
      assertEquals(ProtocolVersion.V4, session.getContext().getProtocolVersion());
      DriverExecutionProfile profile =
          session.getContext().getConfig().getProfile(Connector.CONDITIONAL);
      assertEquals(
          "NoSpeculativeExecutionPolicy",
          profile.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS));
      RetryPolicy policy = session.getContext().getRetryPolicy(Connector.CONDITIONAL);
      assertInstanceOf(NeverRetryPolicy.class, policy);
      policy = session.getContext().getRetryPolicy(Connector.SERIAL_READ);
      assertInstanceOf(SerialReadRetryPolicy.class, policy);
    }
  }
}
