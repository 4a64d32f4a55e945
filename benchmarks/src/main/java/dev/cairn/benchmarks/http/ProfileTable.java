package dev.cairn.benchmarks.http;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** What the samples of a flight recording fall on. */
final class ProfileTable {
  private static final int SHOWN_METHODS = 3;

  /** Parts of the program by how their classes begin; the first that fits. */
  private static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("org.rocksdb.", "RocksDB");
    PARTS.put("dev.cairn.backend.", "RocksDB");
    PARTS.put("dev.cairn.iceberg.file.", "metadata files");
    PARTS.put("com.fasterxml.jackson.", "JSON");
    PARTS.put("org.apache.iceberg.", "Iceberg's metadata");
    PARTS.put("dev.cairn.iceberg.server.", "the server");
    PARTS.put("dev.cairn.iceberg.", "the catalog");
    PARTS.put("dev.cairn.", "the engine");
    PARTS.put("io.micrometer.", "metrics");
    PARTS.put("org.eclipse.jetty.", "Jetty");
  }

  private ProfileTable() {}

  /** Prints the parts of samples taken since {@code beginMillis}, with their busiest methods. */
  static void print(Path recording, long beginMillis, PrintStream out) throws IOException {
    Map<String, Map<String, Integer>> found = new HashMap<>();
    int total = 0;
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals("jdk.ExecutionSample")
            && !event.getStartTime().isBefore(Instant.ofEpochMilli(beginMillis))) {
          count(event, found);
          total++;
        }
      }
    }
    out.println("| part | share | most often in |");
    out.println("|---|---:|---|");
    int all = total;
    found.entrySet().stream()
        .sorted(Comparator.comparing(each -> -sum(each.getValue())))
        .forEach(
            each ->
                out.printf(
                    "| %s | %.0f%% | %s |%n",
                    each.getKey(),
                    100.0 * sum(each.getValue()) / all,
                    busiest(each.getValue(), all)));
    out.printf("%nof %,d samples%n", total);
  }

  private static void count(RecordedEvent event, Map<String, Map<String, Integer>> found) {
    if (event.getStackTrace() == null) {
      return;
    }
    List<RecordedFrame> frames = event.getStackTrace().getFrames();
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      Optional<String> part =
          PARTS.keySet().stream().filter(type::startsWith).findFirst().map(PARTS::get);
      if (part.isPresent()) {
        String method =
            type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethod().getName();
        found.computeIfAbsent(part.get(), none -> new HashMap<>()).merge(method, 1, Integer::sum);
        return;
      }
    }
    found
        .computeIfAbsent("the JDK's own threads", none -> new HashMap<>())
        .merge("", 1, Integer::sum);
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static String busiest(Map<String, Integer> counts, int total) {
    return String.join(
        ", ",
        counts.entrySet().stream()
            .filter(each -> !each.getKey().isEmpty())
            .sorted(Comparator.comparing(each -> -each.getValue()))
            .limit(SHOWN_METHODS)
            .map(each -> "`%s` %.1f%%".formatted(each.getKey(), 100.0 * each.getValue() / total))
            .toList());
  }
}
