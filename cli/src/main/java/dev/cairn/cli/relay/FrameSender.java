package dev.cairn.cli.relay;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** Sends the parts of a reply, of which several threads write some. */
final class FrameSender {
  private static final int BUFFER_BYTES = 8 << 10;

  private final DataOutputStream out;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean isGone;

  FrameSender(OutputStream reply) {
    this.out = new DataOutputStream(new BufferedOutputStream(reply, BUFFER_BYTES));
  }

  void send(ReplyFrame frame) throws IOException {
    lock.lock();
    try {
      frame.writeTo(out);
    } catch (IOException e) {
      isGone = true;
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the tool is still there, as far as a write to it shows. */
  boolean isHeard() {
    // Otherwise another part is being sent, which shows the same.
    if (lock.tryLock()) {
      try {
        send(ReplyFrame.of(ReplyFrame.Kind.ALIVE, ""));
      } catch (IOException e) {
        return false;
      } finally {
        lock.unlock();
      }
    }
    return !isGone;
  }

  /** A stream whose bytes are sent as parts of {@code kind}. */
  OutputStream stream(ReplyFrame.Kind kind) {
    OutputStream parts =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            send(new ReplyFrame(kind, Arrays.copyOfRange(bytes, offset, offset + length)));
          }
        };
    return new BufferedOutputStream(parts, BUFFER_BYTES);
  }
}
