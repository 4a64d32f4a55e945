package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    for (String before : List.of("vör", "v".repeat(10_000))) {
      String around = before + expected + "n€ch";
      assertEquals(around, text.toUtf8(before, "n€ch").toUtf8());
      ByteArrayOutputStream exported = new ByteArrayOutputStream();
      text.export(exported);
      assertEquals(expected, exported.toString(StandardCharsets.UTF_8));
      Bytes answer = text.toUtf8(before, "n€ch");
      assertEquals(around, answer.toUtf8());
      assertEquals("other" + expected, text.toUtf8("other", "").toUtf8());
      assertEquals(around, answer.toUtf8(), "what was given away does not change");
    }
  }
}
