package dev.cairn.core.internal.transfer;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** An output file that is durable once it is closed. */
final class DurableFile extends FileOutputStream {
  DurableFile(Path path) throws IOException {
    super(path.toFile());
  }

  @Override
  public void close() throws IOException {
    if (getChannel().isOpen()) {
      getFD().sync();
    }
    super.close();
  }
}
