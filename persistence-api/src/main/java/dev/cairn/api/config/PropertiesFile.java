package dev.cairn.api.config;

import dev.cairn.api.ConfigurationException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;

/** Reads a properties file in UTF-8; errors name the line. */
final class PropertiesFile {
  /** What some editors put before the text; it would belong to the first key. */
  private static final String MARK = "\uFEFF";

  private PropertiesFile() {}

  static Properties read(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "there is no such file", e);
    } catch (AccessDeniedException e) {
      throw unreadable(file, "its permissions do not allow it", e);
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage()), e);
    }
    String text = decode(file, bytes);
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      throw unreadable(
          file,
          "line %s has a backslash and u without four hexadecimal digits after them"
              .formatted(badLine(text)),
          e);
    }
  }

  private static String decode(Path file, byte[] bytes) {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(left).toString();
      return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    } catch (CharacterCodingException e) {
      // The decoder stops before the bytes that it cannot decode.
      long before =
          new String(bytes, 0, left.position(), StandardCharsets.ISO_8859_1)
              .chars()
              .filter(each -> each == '\n')
              .count();
      throw unreadable(file, "line %s is not UTF-8".formatted(before + 1), e);
    }
  }

  private static Properties parse(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return properties;
  }

  /** The first line that cannot be parsed. */
  private static int badLine(String text) {
    String[] lines = text.split("\n", -1);
    StringBuilder begin = new StringBuilder();
    for (int i = 0; i < lines.length; i++) {
      try {
        var unused = parse(begin.append(lines[i]).append('\n').toString());
      } catch (IllegalArgumentException e) {
        return i + 1;
      }
    }
    return lines.length;
  }

  private static ConfigurationException unreadable(Path file, String why, Exception cause) {
    return new ConfigurationException(
        "the configuration file %s cannot be read: %s".formatted(file, why), cause);
  }
}
