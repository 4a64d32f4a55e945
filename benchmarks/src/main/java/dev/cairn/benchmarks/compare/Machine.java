package dev.cairn.benchmarks.compare;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What the virtual machine and the operating system tell. */
final class Machine {
  /** Compilers that work for less of the time are done. */
  static final double BUSY_COMPILERS = 0.05;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Machine() {}

  /** Bytes that are in use after all garbage was collected. */
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
