package dev.cairn.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reports as JSON: one object. A value that is missing is null, so that properties are always
 * there; times and durations are ISO-8601, sizes are bytes, constants are as in Java.
 */
final class Json {
  private Json() {}

  static void write(CommandReport report, PrintStream out) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"))
            .withObjectIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));
    JsonMapper mapper = JsonMapper.builder().build();
    try {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = mapper.createGenerator(text)) {
        json.setPrettyPrinter(printer);
        write(json, report);
      }
      out.print(Text.visibleLines(text + "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String line(CommandReport report) {
    try {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = JsonMapper.builder().build().createGenerator(text)) {
        write(json, report);
      }
      return Text.visible(text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Optional<?> optional) {
      if (optional.isPresent()) {
        write(json, optional.get());
      } else {
        json.writeNull();
      }
    } else if (value instanceof OptionalLong optional) {
      write(json, optional.isPresent() ? Optional.of(optional.getAsLong()) : Optional.empty());
    } else if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Serial serial) {
      json.writeNumber(serial.number());
    } else if (value instanceof Size size) {
      json.writeNumber(size.bytes());
    } else if (value instanceof JsonNode node) {
      json.writeTree(node);
    } else if (value instanceof CommandReport report) {
      writeObject(json, report.values());
    } else if (value instanceof Map<?, ?> map) {
      writeObject(json, sorted(map));
    } else if (value instanceof TextTable table) {
      writeRows(json, table);
    } else if (value instanceof Collection<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each);
      }
      json.writeEndArray();
    } else {
      json.writeString(value.toString());
    }
  }

  // What users put somewhere comes in any order.
  private static Map<String, Object> sorted(Map<?, ?> map) {
    Map<String, Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put(key.toString(), value));
    return sorted;
  }

  private static void writeObject(JsonGenerator json, Map<?, ?> values) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      json.writeFieldName(entry.getKey().toString());
      write(json, entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeRows(JsonGenerator json, TextTable table) throws IOException {
    json.writeStartArray();
    for (List<Object> row : table.rows()) {
      json.writeStartObject();
      for (int i = 0; i < row.size(); i++) {
        json.writeFieldName(table.columns().get(i));
        write(json, row.get(i));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
