package dev.cairn.iceberg.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates for 127.0.0.1, signed by a root of their own, which the JDK's keytool makes. */
final class TestCertificates {
  private static final String PASSWORD = "password";

  private final Path store;

  /** Makes the root. */
  TestCertificates(Path directory) {
    this.store = directory.resolve("certificates.p12");
    generate("root", "RSA", "-ext", "bc=ca:true");
  }

  private void generate(String alias, String algorithm, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + alias,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
    command.addAll(List.of(more));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(said);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Makes a certificate of the server that the root has signed. */
  TestCertificates add(String alias, String algorithm, String... more) {
    List<String> all = new ArrayList<>(List.of("-signer", "root", "-ext", "san=ip:127.0.0.1"));
    all.addAll(List.of(more));
    generate(alias, algorithm, all.toArray(String[]::new));
    return this;
  }

  private KeyStore load() throws GeneralSecurityException, IOException {
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      loaded.load(in, PASSWORD.toCharArray());
    }
    return loaded;
  }

  static String pem(String what, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes), what);
  }

  /** The certificate of {@code alias} and what leads to the root, in PEM. */
  String chain(String alias) {
    try {
      StringBuilder text = new StringBuilder();
      for (Certificate each : load().getCertificateChain(alias)) {
        text.append("Attributes of some tools\n").append(pem("CERTIFICATE", each.getEncoded()));
      }
      return text.toString();
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The key of {@code alias} in PEM. */
  String key(String alias) {
    return pem("PRIVATE KEY", keyBytes(alias));
  }

  byte[] keyBytes(String alias) {
    try {
      Key key = load().getKey(alias, PASSWORD.toCharArray());
      return key.getEncoded();
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A client that trusts the root alone. */
  SSLContext trust() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("root", load().getCertificate("root"));
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Puts {@code text} where {@code file} was, as tools for certificates do. */
  static Path replace(Path file, String text) {
    try {
      Path half = Files.writeString(file.resolveSibling(file.getFileName() + ".half"), text);
      return Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
