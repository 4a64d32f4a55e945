package dev.cairn.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The name of this machine, from where the system keeps it: asking the network, as Java does, can
 * take long. Shells know {@code HOSTNAME} but seldom hand it on to processes.
 */
final class HostName {
  private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  static String read() {
    return Stream.of(
            variable("HOSTNAME"), kernel(), variable("COMPUTERNAME"), Optional.of("unknown"))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow();
  }

  private static Optional<String> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(each -> !each.isBlank());
  }

  private static Optional<String> kernel() {
    try {
      return Files.isReadable(LINUX)
          ? Optional.of(Files.readString(LINUX).strip()).filter(each -> !each.isEmpty())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // it is only for operators to read
    }
  }
}
