package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  @Test
  void aFingerprintIsASha256InLowercase() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        Fingerprint.ofBytes(Bytes.ofUtf8("abc")).hex().orElseThrow());
  }

  @Test
  void fingerprintsMatchIfTheyAreEqualOrOneIsMissing() {
    Fingerprint abc = Fingerprint.ofBytes(Bytes.ofUtf8("abc"));
    Fingerprint abd = Fingerprint.ofBytes(Bytes.ofUtf8("abd"));
    assertTrue(abc.matches(Fingerprint.ofHex(abc.hex().orElseThrow())));
    assertFalse(abc.matches(abd));
    assertTrue(abc.matches(Fingerprint.none()));
    assertTrue(Fingerprint.none().matches(abd));
  }

  @Test
  void whatIsNoSha256IsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Fingerprint.ofHex("ABC"));
    assertThrows(IllegalArgumentException.class, () -> Fingerprint.ofHex("A".repeat(64)));
  }
}
