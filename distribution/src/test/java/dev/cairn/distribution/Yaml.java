package dev.cairn.distribution;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A node of a YAML document, with a way to what is below it that says where it ended. */
record Yaml(String where, Object value) {
  static List<Yaml> documents(Path file) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<Yaml> found = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(file)) {
      for (Object each :
          new org.yaml.snakeyaml.Yaml(new SafeConstructor(options)).loadAll(reader)) {
        found.add(new Yaml(file.getFileName() + "#" + found.size(), each));
      }
    }
    return found;
  }

  /** What is at {@code path}: names, and numbers of items. */
  Yaml at(String... path) {
    Yaml node = this;
    for (String step : path) {
      Object next =
          node.value instanceof List<?> list
              ? list.get(Integer.parseInt(step))
              : ((Map<?, ?>) node.value).get(step);
      String at = node.where + "/" + step;
      if (next == null) {
        throw new AssertionError("there is no " + at);
      }
      node = new Yaml(at, next);
    }
    return node;
  }

  Stream<Yaml> items() {
    List<?> list = (List<?>) value;
    return list.stream().map(each -> new Yaml(where + "[]", each));
  }

  /** The one item of this list with that name. */
  Yaml named(String name) {
    return items()
        .filter(each -> each.at("name").text().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no %s in %s".formatted(name, where)));
  }

  String text() {
    return String.valueOf(value);
  }
}
