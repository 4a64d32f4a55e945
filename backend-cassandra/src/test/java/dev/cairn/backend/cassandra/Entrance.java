package dev.cairn.backend.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A password and a certificate, for a node that lets nobody in without: its side and the driver's.
 *
 * @param directory where the certificate is
 */
record Entrance(Path directory) {
  /** The role that every new cluster has. */
  static final String USER = "cassandra";

  static final String PASSWORD = "cassandra";

  private static final String OF_STORES = "changeit";

  /** Makes a certificate of this machine in {@code directory}. */
  static Entrance in(Path directory) {
    Entrance entrance = new Entrance(directory);
    entrance.keytool(
        "-genkeypair -alias node -keyalg EC -dname CN=node -ext san=ip:127.0.0.1,dns:localhost -validity 2",
        "node.p12");
    entrance.keytool("-exportcert -alias node -file " + directory.resolve("node.cer"), "node.p12");
    entrance.keytool(
        "-importcert -noprompt -alias node -file " + directory.resolve("node.cer"), "trusted.p12");
    return entrance;
  }

  private void keytool(String arguments, String store) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments.split(" ", -1)));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", OF_STORES));
    command.addAll(List.of("-keystore", directory.resolve(store).toString()));
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

  /** Lines for the node's configuration. */
  String configOfNode() {
    return """
        authenticator: PasswordAuthenticator
        client_encryption_options:
          enabled: true
          optional: false
          keystore: "%s"
          keystore_password: %s
          store_type: PKCS12
        """
        .formatted(directory.resolve("node.p12"), OF_STORES);
  }

  /** Settings with all that the node wants. */
  TestSettings allowed(TestSettings settings) {
    return trusting(
        "trusted.p12",
        settings
            .with(CassandraBackendFactory.USERNAME, USER)
            .with(CassandraBackendFactory.PASSWORD, PASSWORD)
            .with(CassandraBackendFactory.TLS, "true"));
  }

  /** Settings of one who does not know the node's certificate. */
  TestSettings trustingNobody(TestSettings settings) {
    keytool("-genkeypair -alias other -keyalg EC -dname CN=other", "other.p12");
    keytool("-exportcert -alias other -file " + directory.resolve("other.cer"), "other.p12");
    keytool(
        "-importcert -noprompt -alias other -file " + directory.resolve("other.cer"), "others.p12");
    return trusting("others.p12", settings);
  }

  private TestSettings trusting(String store, TestSettings settings) {
    Path config = directory.resolve(store + ".conf");
    try {
      Files.writeString(
          config,
          """
          datastax-java-driver.advanced.ssl-engine-factory {
            truststore-path = "%s"
            truststore-password = "%s"
            hostname-validation = true
          }
          """
              .formatted(directory.resolve(store), OF_STORES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return settings.with(CassandraBackendFactory.DRIVER_CONFIG, config.toString());
  }
}
