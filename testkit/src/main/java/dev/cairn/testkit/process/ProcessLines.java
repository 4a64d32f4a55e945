package dev.cairn.testkit.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a program that is going to be killed says on its standard output. */
public final class ProcessLines {
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

  /** By one call of the operating system: killed, the process has written the line or not. */
  public void say(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
