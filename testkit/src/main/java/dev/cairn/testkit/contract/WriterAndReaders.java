package dev.cairn.testkit.contract;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** One thread that keeps writing rows with rising numbers while others read them. */
final class WriterAndReaders {
  // A fast backend makes its reads so quickly that hardly a write falls between them.
  private static final long AT_LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final int readers;
  private final int reads;
  private final VersionFloor floor = new VersionFloor();
  private final AtomicInteger readersLeft;

  WriterAndReaders(int readers, int reads) {
    this.readers = readers;
    this.reads = reads;
    readersLeft = new AtomicInteger(readers);
  }

  /**
   * Runs until every reader has read its share, and at least for some time. No read may show less
   * than what was acknowledged, or read by any of them, before it began.
   *
   * @param write writes the row of a number, which is new with every call
   * @param read reads the row and gives its number
   */
  void run(LongConsumer write, LongSupplier read) {
    List<Boolean> unused =
        Race.run(
            1 + readers,
            thread -> {
              if (thread == 0) {
                writeWhileOthersRead(write);
              } else {
                readOften(read);
              }
              return true;
            });
  }

  private void writeWhileOthersRead(LongConsumer write) {
    for (long number = 2; readersLeft.get() > 0; number++) {
      write.accept(number);
    }
  }

  /** Notes that the row with {@code number} was acknowledged: no later read shows an older one. */
  void acknowledged(long number) {
    floor.acknowledged(number);
  }

  private void readOften(LongSupplier read) {
    try {
      long end = System.nanoTime() + AT_LEAST_NANOS;
      for (int i = 0; i < reads || System.nanoTime() < end; i++) {
        long unused = floor.checked(read);
      }
    } finally {
      readersLeft.decrementAndGet();
    }
  }
}
