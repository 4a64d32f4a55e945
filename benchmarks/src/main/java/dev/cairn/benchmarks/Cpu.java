package dev.cairn.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time, which other processes on the machine do not inflate. */
final class Cpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Cpu() {}

  /** How many bytes the current thread has allocated. */
  static long allocatedByThisThread() {
    return ((com.sun.management.ThreadMXBean) THREADS).getCurrentThreadAllocatedBytes();
  }

  /** How many nanoseconds the current thread has run. */
  static long thisThread() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
