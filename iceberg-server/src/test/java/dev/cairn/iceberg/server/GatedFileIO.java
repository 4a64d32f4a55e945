package dev.cairn.iceberg.server;

import dev.cairn.iceberg.file.LocalFileIO;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Local files; the next one that is written waits until the test opens the gate. */
public final class GatedFileIO implements FileIO {
  /** A file that waits. */
  record Gate(CountDownLatch reached, CountDownLatch opened) {
    static Gate closed() {
      Gate gate = new Gate(new CountDownLatch(1), new CountDownLatch(1));
      NEXT.set(gate);
      return gate;
    }
  }

  private static final AtomicReference<Gate> NEXT = new AtomicReference<>();

  private final LocalFileIO files = new LocalFileIO();

  @Override
  public void initialize(Map<String, String> properties) {
    files.initialize(properties);
  }

  @Override
  public InputFile newInputFile(String path) {
    return files.newInputFile(path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    Gate gate = NEXT.getAndSet(null);
    if (gate != null) {
      gate.reached().countDown();
      try {
        gate.opened().await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return files.newOutputFile(path);
  }

  @Override
  public void deleteFile(String path) {
    files.deleteFile(path);
  }
}
