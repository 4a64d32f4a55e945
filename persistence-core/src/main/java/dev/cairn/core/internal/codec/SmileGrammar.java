package dev.cairn.core.internal.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Checks that bytes are one well-formed Smile value before Jackson binds them.
 *
 * <p>Jackson's parser accepts a property without a value, and its binding of records then loops
 * forever (found by altering bytes at random, with jackson-databind 2.22.4). The extra pass creates
 * no objects; it runs once per read from the database, not per read from memory.
 */
final class SmileGrammar {
  private SmileGrammar() {}

  static void check(JsonFactory factory, byte[] smile) throws IOException {
    try (JsonParser parser = factory.createParser(smile)) {
      int depth = 0;
      @Nullable JsonToken last = null;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (last == JsonToken.FIELD_NAME && !isValue(token)) {
          throw new JsonParseException(parser, "a property has no value");
        }
        if (depth == 0 && last != null) {
          throw new JsonParseException(parser, "there is more than one value");
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        last = token;
      }
      if (depth != 0 || last == null) {
        throw new JsonParseException(parser, "the value ends too early");
      }
    }
  }

  private static boolean isValue(JsonToken token) {
    return token.isScalarValue() || token.isStructStart();
  }
}
