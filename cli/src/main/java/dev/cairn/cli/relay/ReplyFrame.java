package dev.cairn.cli.relay;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A part of what a server sends while a command runs. */
final class ReplyFrame {
  private static final int MAX_BYTES = 16 << 20;

  private final Kind kind;
  private final byte[] content;

  /**
   * @param content the bytes of output, the text of a question or reason, or the digits of an exit
   *     code; not copied
   */
  ReplyFrame(Kind kind, byte[] content) {
    this.kind = kind;
    this.content = content;
  }

  /** What a part is. The names begin with different letters, which stand for them. */
  enum Kind {
    /** Bytes for the standard output. */
    OUTPUT,
    /** Bytes for the standard error. */
    MESSAGE,
    /** The command still runs, and the connection still works. */
    ALIVE,
    /** What has to be confirmed before the command does anything: the end. */
    QUESTION,
    /** The server stops and has interrupted the command: the end. */
    STOPPED,
    /** Why the server did not begin: the end. */
    REFUSED,
    /** The exit code: the end. */
    EXIT;

    private byte letter() {
      return (byte) name().charAt(0);
    }

    private static Kind of(byte letter) throws IOException {
      for (Kind each : values()) {
        if (each.letter() == letter) {
          return each;
        }
      }
      throw new IOException("the server sent a part of an unknown kind, " + letter);
    }
  }

  static ReplyFrame of(Kind kind, String content) {
    return new ReplyFrame(kind, content.getBytes(StandardCharsets.UTF_8));
  }

  Kind kind() {
    return kind;
  }

  byte[] content() {
    return content;
  }

  String text() {
    return new String(content, StandardCharsets.UTF_8);
  }

  void writeTo(DataOutputStream out) throws IOException {
    out.writeByte(kind.letter());
    out.writeInt(content.length);
    out.write(content);
    out.flush();
  }

  /** The next part; empty if the server went away. */
  static Optional<ReplyFrame> read(DataInputStream in) throws IOException {
    try {
      Kind kind = Kind.of(in.readByte());
      int length = in.readInt();
      if (length < 0 || length > MAX_BYTES) {
        throw new IOException("the server sent a part of %s bytes".formatted(length));
      }
      byte[] content = new byte[length];
      in.readFully(content);
      return Optional.of(new ReplyFrame(kind, content));
    } catch (EOFException e) {
      return Optional.empty();
    }
  }
}
