package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/**
 * A password and a certificate for a node that requires both: the node's side and the driver's.
 *
 * @param directory where the certificate is
 */
record Entrance(Path directory) {
  /** The role that every new cluster has. */
  static final String USER = "cassandra";

  static final String PASSWORD = "cassandra";

  private static final String OF_STORES = "changeit";

  /** Creates a certificate of this machine in {@code directory}. */
  static Entrance in(Path directory) {
    Entrance entrance = new Entrance(directory);
    entrance.makeCertificate();
    entrance.copyCertificate();
    return entrance;
  }

  private void makeCertificate() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "node", "-keyalg", "EC", "-dname", "CN=node"));
    command.addAll(List.of("-ext", "san=ip:127.0.0.1,dns:localhost", "-validity", "2"));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", OF_STORES));
    command.addAll(List.of("-keystore", directory.resolve("node.p12").toString()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool failed: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  // Without the key; with keytool this would take three more JVMs.
  private void copyCertificate() {
    char[] password = OF_STORES.toCharArray();
    try (OutputStream out = Files.newOutputStream(directory.resolve("trusted.p12"))) {
      KeyStore all = KeyStore.getInstance(directory.resolve("node.p12").toFile(), password);
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, password);
      trusted.setCertificateEntry("node", all.getCertificate("node"));
      trusted.store(out, password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lines for the node's configuration. */
  String configOfNode() {
    return """
        authenticator: PasswordAuthenticator
        authorizer: CassandraAuthorizer
        client_encryption_options:
          enabled: true
          optional: false
          keystore: "%s"
          keystore_password: %s
          store_type: PKCS12
        """
        .formatted(directory.resolve("node.p12"), OF_STORES);
  }

  /** Settings that the node accepts. */
  TestSettings allowed(TestSettings settings) {
    return configured(
        "allowed.conf",
        settings
            .with(CassandraBackendFactory.USERNAME, USER)
            .with(CassandraBackendFactory.PASSWORD, PASSWORD)
            .with(CassandraBackendFactory.TLS, "true"),
        """
        truststore-path = "%s"
        truststore-password = "%s"
        """
            .formatted(directory.resolve("trusted.p12"), OF_STORES));
  }

  /** Creates a role with exactly the documented grants. */
  static TestSettings withDocumentedGrants(TestSettings operator) {
    try (CqlSession session = new Connector(operator.settings()).connect()) {
      var unused = session.execute("CREATE ROLE cairn WITH LOGIN = true AND PASSWORD = 'of cairn'");
      List<String> grants =
          Files.readAllLines(SettingsTable.BACKENDS).stream()
              .map(String::strip)
              .filter(line -> line.matches("GRANT [A-Z]+ ON KEYSPACE cairn TO cairn;"))
              .toList();
      if (grants.isEmpty()) {
        throw new IllegalStateException("the documentation has no grants");
      }
      grants.forEach(session::execute);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return operator
        .with(CassandraBackendFactory.USERNAME, "cairn")
        .with(CassandraBackendFactory.PASSWORD, "of cairn");
  }

  /** Settings with the JVM's own trust store, which does not include the node's certificate. */
  TestSettings notTrusting(TestSettings settings) {
    return configured("others.conf", settings, "");
  }

  private TestSettings configured(String name, TestSettings settings, String tls) {
    Path config = directory.resolve(name);
    try {
      Files.writeString(
          config,
          """
          datastax-java-driver.advanced.ssl-engine-factory {
            hostname-validation = true
            %s
          }
          # Notice quickly that a node is back.
          datastax-java-driver.advanced.reconnection-policy {
            class = ConstantReconnectionPolicy
            base-delay = 200 milliseconds
          }
          """
              .formatted(tls));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return settings.with(CassandraBackendFactory.DRIVER_CONFIG, config.toString());
  }
}
