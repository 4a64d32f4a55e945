package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.testkit.TestRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {
  private static final String SECRET = "hunter2";

  @RegisterExtension final TestRun run = new TestRun();

  private static Backend open(Map<String, String> values) {
    Backends backends = Backends.discover();
    Configuration.Builder builder = Configuration.builder().set("cairn.backend", "jdbc");
    new TreeMap<>(values).forEach(builder::set);
    return backends.open(builder.build(backends.settings()));
  }

  private static String everything(Throwable e) {
    StringWriter all = new StringWriter();
    e.printStackTrace(new PrintWriter(all));
    return all.toString();
  }

  @Test
  void backendIsFoundByNameAndOpenedFromConfiguration() {
    String name = "opening" + UUID.randomUUID();
    Map<String, String> values =
        Map.of(
            "cairn.jdbc.url",
            "jdbc:h2:mem:" + name,
            "cairn.jdbc.user",
            "cairn",
            "cairn.jdbc.password",
            SECRET);
    try (Backend backend = open(values)) {
      assertEquals("jdbc", backend.name());
      assertTrue(backend.health().healthy());
      assertTrue(backend.health().detail().contains(name), backend.health().detail());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hunter2",
        "jdbc:oracle:thin:u/hunter2@db.example",
        "http://u:hunter2@db.example",
        "jdbc:postgresql://u:hunter2@db.example/cairn",
        "jdbc:postgresql://db.example:hunter2/cairn",
        "jdbc:mariadb://u:hunter2@db.example/cairn",
        "jdbc:mariadb://one.example,two.example/cairn?password=hunter2",
        "jdbc:mariadb:loadbalance://one.example/cairn?password=hunter2",
        "jdbc:mariadb:replication://one.example/cairn?password=hunter2",
        "jdbc:mysql:replication://one.example/cairn?password=hunter2",
        "jdbc:postgresql://db.example/cairn?password=hunter2&targetServerType=any",
        "jdbc:postgresql://db.example/cairn?password=hunter2&targetServerType=preferSecondary",
        "jdbc:postgresql://db.example/cairn?targetServerType=primary&targetServerType=hunter2",
        "jdbc:mysql://one.example/cairn?password=hunter2&autoReconnect=true",
        "jdbc:h2:mem:x;PASSWORD=hunter2;OPTIMIZE_REUSE_RESULTS=1",
        "jdbc:h2:tcp://127.0.0.1/x;PASSWORD=hunter2;AUTO_RECONNECT=TRUE",
        "jdbc:h2:file:/x;PASSWORD=hunter2;auto_server=true"
      })
  void badUrlIsNamedAndNotRepeated(String url) {
    ConfigurationException e =
        assertThrows(ConfigurationException.class, () -> open(Map.of("cairn.jdbc.url", url)));
    assertTrue(e.getMessage().contains("cairn.jdbc.url"), e::getMessage);
    assertFalse(everything(e).contains(SECRET), () -> everything(e));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:x;hunter2",
        "jdbc:h2:mem:x;PASSWORD=hunter2;NO_SUCH_OPTION=hunter2",
        "jdbc:postgresql://127.0.0.1:1/x?password=hunter2&sslmode=hunter2",
        "jdbc:mariadb://127.0.0.1:1/x?password=hunter2&sslMode=hunter2"
      })
  void urlThatADriverRefusesIsNotRepeated(String url) {
    CairnException e =
        assertThrows(CairnException.class, () -> open(Map.of("cairn.jdbc.url", url)));
    assertFalse(everything(e).contains(SECRET), () -> everything(e));
  }

  @ParameterizedTest
  @CsvSource({
    "cairn.jdbc.request-timeout, PT0S",
    "cairn.jdbc.request-timeout, PT2H",
    "cairn.jdbc.connect-timeout, PT0.1S",
    "cairn.jdbc.pool-size, 0",
    "cairn.jdbc.cas-domain, it's"
  })
  void badValueIsNamed(String key, String value) {
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> open(Map.of("cairn.jdbc.url", "jdbc:h2:mem:x", key, value)));
    assertTrue(e.getMessage().contains(key), e::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql", "jdbc:mariadb"})
  void databaseThatDoesNotAnswerIsUnavailableAndThePasswordIsNotTold(String scheme)
      throws IOException {
    // Bound and not listening: connections are refused, and no other process gets the port.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = bound.getLocalPort();
      String url = "%s://127.0.0.1:%d/cairn?password=%s".formatted(scheme, port, SECRET);
      BackendUnavailableException e =
          assertThrows(
              BackendUnavailableException.class, () -> open(Map.of("cairn.jdbc.url", url)));
      assertTrue(e.getMessage().contains("127.0.0.1:" + port), e::getMessage);
      assertFalse(everything(e).contains(SECRET), () -> everything(e));
    }
  }

  @Test
  void refusedUserIsUnavailableAndThePasswordIsNotTold() {
    TestDatabase database = TestServers.postgreSql(run).database();
    String url = JdbcUrl.withoutSecrets(database.settings().url());
    BackendUnavailableException e =
        assertThrows(
            BackendUnavailableException.class,
            () ->
                open(
                    Map.of(
                        "cairn.jdbc.url",
                        url,
                        "cairn.jdbc.user",
                        "stranger",
                        "cairn.jdbc.password",
                        SECRET)));
    assertTrue(e.getMessage().contains("stranger"), e::getMessage);
    assertFalse(everything(e).contains(SECRET), () -> everything(e));
  }

  @Test
  void settingsDoNotShowSecrets() {
    String shown =
        TestDatabase.of(
                "jdbc:postgresql://db/cairn?password=" + SECRET,
                Optional.of("u"),
                Optional.of(SECRET))
            .settings()
            .toString();
    assertFalse(shown.contains(SECRET), shown);
    assertTrue(shown.contains("jdbc:postgresql://db/cairn"), shown);
  }

  @Test
  void serverThatTakesNoWritesIsRefused() {
    BackendUnavailableException e =
        assertThrows(
            BackendUnavailableException.class,
            () -> with("default_transaction_read_only", "on").open());
    assertTrue(e.getMessage().contains("primary"), e::getMessage);
  }

  private TestDatabase with(String variable, String value) {
    TestDatabase database = TestServers.postgreSql(run).database();
    return database.withUrl(database.settings().url() + "&options=-c%20" + variable + "=" + value);
  }

  @ParameterizedTest
  @CsvSource({"off, on", "local, on", "on, on", "remote_apply, remote_apply"})
  void commitsAreSyncedWhateverTheServerSays(String found, String used) throws SQLException {
    JdbcSettings settings = with("synchronous_commit", found).settings();
    try (var connection =
            ConnectionSource.of(settings, Dialects.of(settings.url())).getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SHOW synchronous_commit")) {
      assertTrue(row.next());
      assertEquals(used, row.getString(1));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "read_only, ON, replica",
    "super_read_only, ON, replica",
    "read_only, NO_LOCK, replica",
    "group_replication_consistency, EVENTUAL, group_replication_consistency=",
    "innodb_flush_log_at_trx_commit, 0, innodb_flush_log_at_trx_commit=1",
    "innodb_flush_log_at_trx_commit, 2, innodb_flush_log_at_trx_commit=1"
  })
  void serverOfMariaDbThatMayBeOldOrForgetIsRefused(String variable, String value, String why) {
    SQLException e =
        assertThrows(SQLException.class, () -> MariaDbDialect.refuse(Map.of(variable, value)));
    assertTrue(e.getMessage().contains(why), e::getMessage);
  }

  @Test
  void serverOfMariaDbWithABinaryLogThatIsNotSyncedIsRefused() throws SQLException {
    SQLException e =
        assertThrows(
            SQLException.class,
            () -> MariaDbDialect.refuse(Map.of("log_bin", "ON", "sync_binlog", "0")));
    assertTrue(e.getMessage().contains("sync_binlog=1"), e::getMessage);
    MariaDbDialect.refuse(
        Map.of("log_bin", "ON", "sync_binlog", "1", "innodb_flush_log_at_trx_commit", "3"));
    MariaDbDialect.refuse(Map.of("log_bin", "OFF", "sync_binlog", "0"));
  }

  // 2 and 1 alone: either reads or writes would not wait.
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "2", "8"})
  void nodeOfGaleraIsRefusedIfAStatementMayFindOldRows(String waits) {
    assertThrows(
        SQLException.class,
        () -> MariaDbDialect.refuse(Map.of("wsrep_on", "ON", "wsrep_sync_wait", waits)));
  }

  @Test
  void nodeOfGaleraIsUsedIfAllStatementsWait() throws SQLException {
    MariaDbDialect.refuse(Map.of("wsrep_on", "ON", "wsrep_sync_wait", "7"));
    MariaDbDialect.refuse(Map.of("wsrep_on", "ON", "wsrep_sync_wait", "15"));
    MariaDbDialect.refuse(Map.of("wsrep_on", "OFF", "wsrep_sync_wait", "0", "read_only", "OFF"));
  }

  @Test
  void timeoutsAreGivenToTheDriver() {
    Properties properties = new Properties();
    new PostgreSqlDialect()
        .configure(
            properties,
            TestDatabase.of("jdbc:postgresql://db/x", Optional.empty(), Optional.empty())
                .withTimeouts(Duration.ofMillis(1_500), Duration.ofSeconds(3))
                .settings());
    assertEquals("2", properties.get("connectTimeout"));
    assertEquals("5", properties.get("socketTimeout"));
    assertEquals("primary", properties.get("targetServerType"));
  }
}
