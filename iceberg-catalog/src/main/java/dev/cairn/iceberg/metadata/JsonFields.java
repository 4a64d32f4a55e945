package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The fields of a JSON object as texts, cut out of one that a generator has written: without
 * spaces, and known to be correct. Cutting costs a fraction of a tree of nodes.
 *
 * @param texts the values, by the names as they are escaped in the object, in its order
 */
record JsonFields(Map<String, String> texts) {
  /** The fields of {@code object}. */
  static JsonFields of(String object) {
    Map<String, String> fields = new LinkedHashMap<>();
    int at = 1;
    while (object.charAt(at) != '}') {
      int endOfName = endOfValue(object, at);
      int end = endOfValue(object, endOfName + 1);
      fields.put(object.substring(at + 1, endOfName - 1), object.substring(endOfName + 1, end));
      at = object.charAt(end) == ',' ? end + 1 : end;
    }
    return new JsonFields(fields);
  }

  /** The fields of {@code object}, which may have been parsed from any text. */
  static JsonFields of(JsonNode object) {
    Map<String, String> fields = new LinkedHashMap<>();
    object
        .properties()
        .forEach(field -> fields.put(escaped(field.getKey()), field.getValue().toString()));
    return new JsonFields(fields);
  }

  /** These fields, and those of {@code others} that are not among them. */
  JsonFields and(JsonFields others) {
    Map<String, String> all = new LinkedHashMap<>(texts);
    others.addTo(all, name -> true);
    return new JsonFields(all);
  }

  /** The elements of {@code array}. */
  static List<String> elements(String array) {
    List<String> elements = new ArrayList<>();
    int at = 1;
    while (array.charAt(at) != ']') {
      int end = endOfValue(array, at);
      elements.add(array.substring(at, end));
      at = array.charAt(end) == ',' ? end + 1 : end;
    }
    return elements;
  }

  /** {@code text} as it stands in JSON, without the quotation marks. */
  static String escaped(String text) {
    return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  /** A JSON object with {@code fields}. */
  static String object(Map<String, String> fields) {
    StringBuilder json = new StringBuilder(1 << 10).append('{');
    fields.forEach(
        (name, value) ->
            json.append(json.length() == 1 ? "\"" : ",\"")
                .append(name)
                .append("\":")
                .append(value));
    return json.append('}').toString();
  }

  /** The value of the field {@code name}, or {@code otherwise} if it is missing. */
  String get(String name, String otherwise) {
    return texts.getOrDefault(name, otherwise);
  }

  /** Adds the fields whose names {@code filter} accepts and {@code target} does not have. */
  void addTo(Map<String, String> target, Predicate<String> filter) {
    texts.forEach(
        (name, value) -> {
          if (filter.test(name)) {
            target.putIfAbsent(name, value);
          }
        });
  }

  /** A filter for the names that are in none of {@code sets}. */
  @SafeVarargs
  static Predicate<String> except(Set<String>... sets) {
    return name -> {
      for (Set<String> each : sets) {
        if (each.contains(name)) {
          return false;
        }
      }
      return true;
    };
  }

  /** Where the value ends that begins at {@code from}. */
  private static int endOfValue(String json, int from) {
    int depth = 0;
    int at = from;
    while (true) {
      char next = json.charAt(at);
      if (next == '"') {
        at = endOfText(json, at);
        if (depth == 0) {
          return at;
        }
        continue;
      }
      if (next == '{' || next == '[') {
        depth++;
      } else if (next == '}' || next == ']') {
        if (depth == 0) {
          return at; // of the object or list around a number or literal
        }
        depth--;
        if (depth == 0) {
          return at + 1;
        }
      } else if (next == ',' && depth == 0) {
        return at;
      }
      at++;
    }
  }

  private static int endOfText(String json, int from) {
    int at = from + 1;
    while (json.charAt(at) != '"') {
      at += json.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }
}
