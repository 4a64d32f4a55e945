package dev.cairn.api.config;

import dev.cairn.api.internal.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Messages about unknown keys: the setting that was probably meant, or where to look. */
final class UnknownSetting {
  private UnknownSetting() {}

  static String of(String key, String source, Collection<String> known) {
    return "unknown setting '%s' (from %s); %s".formatted(key, source, wayOut(key, known));
  }

  private static String wayOut(String key, Collection<String> known) {
    Optional<String> nearest = Nearest.to(key, known);
    if (nearest.isPresent()) {
      return "did you mean %s?".formatted(nearest.get());
    }
    String area = area(key);
    List<String> beside =
        known.stream()
            .filter(each -> each.startsWith(area + "."))
            .map(each -> each.substring(area.length() + 1))
            .sorted()
            .toList();
    return beside.isEmpty()
        ? "settings begin with: "
            + known.stream()
                .map(UnknownSetting::area)
                .collect(
                    Collectors.collectingAndThen(
                        Collectors.toCollection(TreeSet::new), areas -> String.join(", ", areas)))
        : "%s has: %s".formatted(area, String.join(", ", beside));
  }

  /** The first two elements of a key, such as {@code cairn.rocksdb}. */
  private static String area(String key) {
    String[] elements = key.split("\\.", -1);
    return elements.length < 3 ? key : elements[0] + "." + elements[1];
  }

  static String inEnvironment(String variable, Collection<? extends Setting<?>> known) {
    String ignored = variable + " in the environment is not a setting and is ignored";
    return Nearest.to(variable, known.stream().map(Setting::environmentName).toList())
        .map(nearest -> "%s; did you mean %s?".formatted(ignored, nearest))
        .orElse(ignored);
  }
}
