package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A certificate chain and the key that belongs to it. */
final class TlsIdentity {
  /** The password that key stores require; it protects nothing, as it is in memory with the key. */
  static final String PASSWORD = "cairn";

  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");
  private static final int CHALLENGE_BYTES = 32;

  private final List<X509Certificate> chain;
  private final PrivateKey key;

  private TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
    this.chain = chain;
    this.key = key;
  }

  /**
   * What clients can connect to.
   *
   * @throws ConfigurationException if the key is that of another certificate, the chain is no
   *     chain, or a certificate is not valid now
   */
  static TlsIdentity of(PemFiles files, List<X509Certificate> chain, PrivateKey key) {
    checkKey(files, chain.get(0), key);
    try {
      for (int i = 0; i + 1 < chain.size(); i++) {
        chain.get(i).verify(chain.get(i + 1).getPublicKey());
      }
      for (X509Certificate each : chain) {
        each.checkValidity();
      }
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException(
          "clients would refuse the certificates in %s, which have to be valid now, each signed by the next: %s"
              .formatted(files.certificate(), e.getMessage()),
          e);
    }
    return new TlsIdentity(List.copyOf(chain), key);
  }

  private static void checkKey(PemFiles files, X509Certificate certificate, PrivateKey key) {
    String algorithm = certificate.getPublicKey().getAlgorithm();
    String signature = SIGNATURES.get(algorithm);
    if (signature == null) {
      throw new ConfigurationException(
          "the certificate in %s has a key of type %s; use RSA or EC"
              .formatted(files.certificate(), algorithm));
    }
    byte[] challenge = new byte[CHALLENGE_BYTES];
    new SecureRandom().nextBytes(challenge);
    boolean isOurs;
    try {
      Signature signer = Signature.getInstance(signature);
      signer.initSign(key);
      signer.update(challenge);
      byte[] signed = signer.sign();
      Signature verifier = Signature.getInstance(signature);
      verifier.initVerify(certificate.getPublicKey());
      verifier.update(challenge);
      isOurs = verifier.verify(signed);
    } catch (GeneralSecurityException e) {
      isOurs = false;
    }
    if (!isOurs) {
      throw new ConfigurationException(
          "the key in %s is not that of the first certificate in %s"
              .formatted(files.key(), files.certificate()));
    }
  }

  /** Both in the form that Java's TLS takes. */
  KeyStore store() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "server", key, PASSWORD.toCharArray(), chain.toArray(X509Certificate[]::new));
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** When the first of the certificates expires. */
  Instant expiry() {
    return chain.stream()
        .map(each -> each.getNotAfter().toInstant())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Whether clients see the same certificates. */
  boolean hasChainOf(TlsIdentity other) {
    return chain.equals(other.chain);
  }

  @Override
  public String toString() {
    return "the certificate of %s, valid until %s"
        .formatted(chain.get(0).getSubjectX500Principal().getName(), expiry());
  }
}
