package dev.cairn.benchmarks.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All figures, kept in a file to which later runs add. */
final class Results {
  /** What is in the file. */
  private record Content(Map<String, String> setting, Map<String, Measured> cells) {}

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final @Nullable Path file;
  private final Map<String, String> setting = new TreeMap<>();
  private final Map<String, Measured> cells = new TreeMap<>();

  private Results(@Nullable Path file) {
    this.file = file;
  }

  /** Results without a file. */
  static Results unkept() {
    return new Results(null);
  }

  /** The results of a file, which need not exist yet. */
  static Results of(Path file) {
    Results results = new Results(file);
    if (Files.exists(file)) {
      try {
        Content content = JSON.readValue(Files.readString(file), Content.class);
        results.setting.putAll(content.setting);
        results.cells.putAll(content.cells);
      } catch (IOException e) {
        throw new UncheckedIOException(file + " is not a file of results", e);
      }
    }
    return results;
  }

  void set(String name, String value) {
    setting.put(name, value);
  }

  Map<String, String> setting() {
    return setting;
  }

  void add(Measured measured) {
    cells.put(measured.cell().id(), measured);
    save();
  }

  private void save() {
    if (file == null) {
      return;
    }
    try {
      Path temporary = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(temporary, json() + "\n");
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String json() {
    try {
      return JSON.writeValueAsString(new Content(setting, cells));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Optional<Measured> find(Cell cell) {
    return find(cell.id());
  }

  Optional<Measured> find(String id) {
    return Optional.ofNullable(cells.get(id));
  }

  /** The finished cells of a workload. */
  List<Measured> of(int workload) {
    return cells.values().stream()
        .filter(measured -> measured.cell().workload() == workload && !measured.cairn().isEmpty())
        .sorted(
            Comparator.comparing((Measured m) -> m.cell().storage())
                .thenComparing(m -> m.cell().work())
                .thenComparing(m -> m.cell().threads())
                .thenComparing(m -> m.cell().keys()))
        .toList();
  }

  List<Measured> all() {
    return List.copyOf(cells.values());
  }
}
