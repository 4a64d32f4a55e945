package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.cairn.iceberg.metadata.JsonTexts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTSerializers;

/** Reads bodies within bounds, and writes Iceberg's values as JSON. */
final class JsonBodies {
  private static final Pattern SURROGATE_ESCAPE = Pattern.compile("\\\\u[dD][89a-fA-F]");

  private final ObjectMapper mapper;
  private final ObjectReader trees;
  private final RestLimits limits;

  JsonBodies(RestLimits limits) {
    this.limits = limits;
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(limits.maxJsonDepth())
                    .maxNumberLength(limits.maxJsonNumber())
                    .maxNameLength(limits.maxJsonName())
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    this.mapper =
        new ObjectMapper(factory)
            .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .setPropertyNamingStrategy(new PropertyNamingStrategies.KebabCaseStrategy());
    RESTSerializers.registerAll(mapper);
    this.trees = mapper.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /** The JSON object that a body consists of. */
  JsonNode tree(RestRequest request) {
    String text;
    try {
      text = decode(request.body().toByteBuffer());
    } catch (CharacterCodingException e) {
      throw new BadRequestException(e, "Invalid body: it is not UTF-8");
    }
    JsonNode tree;
    try {
      tree = trees.readTree(text);
    } catch (StreamConstraintsException e) {
      limits.reached().accept(bound(e));
      throw new BadRequestException(e, "Invalid body: %s", reason(e));
    } catch (IOException e) {
      throw new BadRequestException(e, "Invalid body: %s", reason(e));
    }
    if (!tree.isObject()) {
      throw new BadRequestException("Invalid body: it is not a JSON object");
    }
    if (SURROGATE_ESCAPE.matcher(text).find()) {
      checkText(tree);
    }
    return tree;
  }

  private static void checkText(JsonNode tree) {
    try {
      JsonTexts.check(tree);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(e, "Invalid body: %s", e.getMessage());
    }
  }

  // A decoder of its own: Jackson accepts surrogates and overlong forms that are not UTF-8.
  private static String decode(ByteBuffer bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  // Jackson has one exception for all of its bounds; a test proves that this distinguishes them.
  private static String bound(StreamConstraintsException e) {
    String message = e.getOriginalMessage();
    if (message.contains("nesting depth")) {
      return "json-depth";
    }
    return message.startsWith("Number") ? "json-number" : "json-name";
  }

  private static String reason(IOException e) {
    return e instanceof JsonProcessingException json ? json.getOriginalMessage() : "not JSON";
  }

  /** A request that Iceberg's mapper reads. */
  <T extends RESTRequest> T read(RestRequest request, Class<T> type) {
    JsonNode tree = tree(request);
    return parsed(
        tree,
        json -> {
          try {
            T value = mapper.treeToValue(json, type);
            value.validate();
            return value;
          } catch (JsonProcessingException e) {
            throw new BadRequestException(e, "Invalid body: %s", e.getOriginalMessage());
          }
        });
  }

  /** A request that one of Iceberg's parsers reads. */
  <T> T read(RestRequest request, Function<JsonNode, T> parser) {
    return parsed(tree(request), parser);
  }

  // Iceberg's parsers throw whatever a wrong body makes them run into.
  static <T> T parsed(JsonNode tree, Function<JsonNode, T> parser) {
    try {
      return parser.apply(tree);
    } catch (RESTException e) {
      throw e; // it says already what is wrong
    } catch (RuntimeException e) {
      throw new BadRequestException(
          e, "Invalid body: %s", e.getMessage() == null ? e.getClass().getName() : e.getMessage());
    }
  }

  /** Refuses properties without a value, which Jackson reads and nothing can store. */
  static void checkProperties(Map<String, String> properties) {
    properties.forEach(
        (name, value) -> {
          if (name == null || value == null) {
            throw new BadRequestException(
                "Invalid body: the property '%s' has no value", Shown.text(String.valueOf(name)));
          }
        });
  }

  /** {@code value} as JSON. */
  String write(Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass(), e);
    }
  }
}
