package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A text has the same characters in every form, also where parts of it are shared. */
class TableTextTest {
  @Test
  void bytesAreThoseOfTheText() throws IOException {
    String longText = "ünï €\ud83d\ude00".repeat(1_000);
    TableText text =
        new TableText.Builder()
            .append("{")
            .append(longText)
            .append(longText, 7, longText.length() - 7)
            .append("ü}")
            .build();
    String expected = "{" + longText + longText.substring(7, longText.length() - 7) + "ü}";
    assertEquals(expected, text.toString());
    assertEquals(expected.length(), text.length());
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    text.writeTo(written);
    assertEquals(expected, written.toString(StandardCharsets.UTF_8));
    assertEquals(
        "vör" + expected + "n€ch", new String(text.toUtf8("vör", "n€ch"), StandardCharsets.UTF_8));
    byte[] kept = text.utf8();
    assertEquals(expected, new String(kept, StandardCharsets.UTF_8));
    assertSame(kept, text.utf8());
    assertEquals(
        "vör" + expected + "n€ch", new String(text.toUtf8("vör", "n€ch"), StandardCharsets.UTF_8));
  }
}
