package dev.cairn.cli.output;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a command found: values by name, in an order. A name is that of the JSON property, in camel
 * case; people see its words.
 *
 * <p>A value is text, a number, a flag, a time, a {@link Size}, a {@link Serial}, a constant, a
 * JSON tree, a list or map of these, an {@code Optional} of one, a report, or a {@link TextTable}.
 */
public final class CommandReport {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Adds a value. */
  public CommandReport with(String name, Object value) {
    values.put(name, value);
    return this;
  }

  /** The values in their order. */
  Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }
}
