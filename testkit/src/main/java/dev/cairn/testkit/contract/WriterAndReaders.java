package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** One thread that keeps writing rows with rising numbers while others read them. */
final class WriterAndReaders {
  private final int readers;
  private final int reads;
  private final AtomicInteger readersLeft;

  WriterAndReaders(int readers, int reads) {
    this.readers = readers;
    this.reads = reads;
    readersLeft = new AtomicInteger(readers);
  }

  /**
   * Runs until every reader has read its share.
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

  private void readOften(LongSupplier read) {
    try {
      long newest = 0;
      for (int i = 0; i < reads; i++) {
        long seen = read.getAsLong();
        assertTrue(seen >= newest, "read version " + seen + " after " + newest);
        newest = seen;
      }
    } finally {
      readersLeft.decrementAndGet();
    }
  }
}
