package dev.cairn.core.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.Bytes;
import java.io.IOException;
import java.util.Optional;

/** Stored values as trees, for people who look at objects of types that nobody registered. */
public final class Trees {
  private static final ObjectMapper MAPPER = SmileConfiguration.newMapper();

  private Trees() {}

  /** The value in {@code bytes} as a tree; nothing if they are no value of a type. */
  public static Optional<JsonNode> read(Bytes bytes) {
    byte[] smile = bytes.toByteArray();
    try {
      SmileGrammar.check(MAPPER.getFactory(), smile);
      return Optional.of(MAPPER.readTree(smile));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
