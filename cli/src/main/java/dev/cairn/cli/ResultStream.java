package dev.cairn.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream of the process. A reader that has seen enough and left, as {@code head} does, is no
 * failure; a disk that is full is.
 */
final class ResultStream extends OutputStream {
  private final FileOutputStream out;
  private boolean isLeft;

  ResultStream(FileDescriptor descriptor) {
    this.out = new FileOutputStream(descriptor);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (isLeft) {
      return;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("Broken pipe")) {
        throw e;
      }
      isLeft = true;
    }
  }
}
