package dev.cairn.benchmarks.compare;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Figures of the JVM and the operating system. */
final class Machine {
  /** Below this share of the time the compilers count as done. */
  static final double BUSY_COMPILERS = 0.05;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Machine() {}

  /** Bytes in use after a full garbage collection. */
  static long heapUsed() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  static double compilationMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  /** Nanoseconds of processor time of this process: all its threads, compilers and collectors. */
  static long processCpuNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  static double loadAverage() {
    return SYSTEM.getSystemLoadAverage();
  }

  static String describe() {
    return "%d cores, %d GB, %s %s, JDK %s"
        .formatted(
            SYSTEM.getAvailableProcessors(),
            SYSTEM.getTotalMemorySize() >> 30,
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.version"));
  }
}
