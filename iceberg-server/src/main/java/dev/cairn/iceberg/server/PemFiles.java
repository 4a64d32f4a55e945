package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a certificate chain and its key, in PEM, as tools for certificates write them.
 *
 * @param certificate the certificate of the server, then those that lead to a root
 * @param key the private key in PKCS#8, not encrypted
 */
record PemFiles(Path certificate, Path key) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  /** More than any chain has. */
  private static final int MAX_BYTES = 1 << 20;

  /** The files that are configured; empty if there is no TLS. */
  static Optional<PemFiles> of(Configuration configuration) {
    Optional<Path> certificate = configuration.find(ServerSettings.TLS_CERTIFICATE);
    Optional<Path> key = configuration.find(ServerSettings.TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new ConfigurationException(
          "%s is set and %s is not; TLS needs both"
              .formatted(
                  certificate.isPresent() ? ServerSettings.TLS_CERTIFICATE : ServerSettings.TLS_KEY,
                  certificate.isPresent()
                      ? ServerSettings.TLS_KEY
                      : ServerSettings.TLS_CERTIFICATE));
    }
    return certificate.map(file -> new PemFiles(file, key.orElseThrow()));
  }

  /**
   * Reads both.
   *
   * @throws ConfigurationException if they are missing, are not what they should be, or do not
   *     belong together
   */
  TlsIdentity read() {
    List<X509Certificate> chain = chain(text(ServerSettings.TLS_CERTIFICATE, certificate));
    String algorithm = chain.get(0).getPublicKey().getAlgorithm();
    return TlsIdentity.of(this, chain, key(text(ServerSettings.TLS_KEY, key), algorithm));
  }

  private static String text(Setting<Path> setting, Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw unusable(setting, file, "is too large to be a file in PEM");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw unusable(setting, file, "is not there");
    } catch (AccessDeniedException e) {
      throw unusable(setting, file, "cannot be read: permission denied");
    } catch (IOException e) {
      throw unusable(setting, file, "cannot be read: " + e.getMessage());
    }
  }

  private static ConfigurationException unusable(Setting<Path> setting, Path file, String why) {
    return new ConfigurationException("the file %s of %s %s".formatted(file, setting, why));
  }

  private List<X509Certificate> chain(String text) {
    List<X509Certificate> chain = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        try {
          chain.add(
              (X509Certificate)
                  CertificateFactory.getInstance("X.509")
                      .generateCertificate(new ByteArrayInputStream(bytes(block))));
        } catch (CertificateException | IllegalArgumentException e) {
          throw new ConfigurationException(
              "certificate %s in %s is damaged: %s"
                  .formatted(Integer.toString(chain.size() + 1), certificate, e.getMessage()),
              e);
        }
      }
    }
    if (chain.isEmpty()) {
      throw new ConfigurationException(
          "%s has no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"
              .formatted(certificate));
    }
    return chain;
  }

  private PrivateKey key(String text, String algorithm) {
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("PRIVATE KEY")) {
        try {
          return KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(bytes(block)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
          // What is wrong with it could show parts of it.
          throw new ConfigurationException(
              "%s has no %s key, which the certificate in %s needs"
                  .formatted(key, algorithm, certificate));
        }
      }
      if (block.group(1).endsWith("PRIVATE KEY")) {
        throw new ConfigurationException(
            "%s has a key of the form %s; convert it by: openssl pkcs8 -topk8 -nocrypt -in %s -out NEW"
                .formatted(key, block.group(1), key));
      }
    }
    throw new ConfigurationException(
        "%s has no private key in PEM, which begins with -----BEGIN PRIVATE KEY-----"
            .formatted(key));
  }

  private static byte[] bytes(Matcher block) {
    return Base64.getMimeDecoder().decode(block.group(2));
  }
}
