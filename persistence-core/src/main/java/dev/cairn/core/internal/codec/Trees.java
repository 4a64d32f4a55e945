package dev.cairn.core.internal.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.Bytes;
import java.io.IOException;
import java.util.Optional;

/** Decodes stored values as trees, for operators that inspect objects of unregistered types. */
public final class Trees {
  private static final ObjectMapper MAPPER = SmileConfiguration.newMapper();

  private Trees() {}

  /** The value in {@code bytes} as a tree; empty if they are not an encoded value. */
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
