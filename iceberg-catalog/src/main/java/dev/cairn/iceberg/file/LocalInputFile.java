package dev.cairn.iceberg.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A local file to read. */
record LocalInputFile(String location, Path path) implements InputFile {
  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot read the length of %s", location);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    if (!exists()) {
      // A directory could be opened, and would fail when it is read.
      throw new NotFoundException("File does not exist: %s", location);
    }
    try {
      return new ChannelStream(FileChannel.open(path, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot read %s", location);
    }
  }

  @Override
  public boolean exists() {
    return Files.isRegularFile(path);
  }

  private static final class ChannelStream extends SeekableInputStream {
    private final FileChannel channel;

    ChannelStream(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public long skip(long count) throws IOException {
      long position = channel.position();
      long target = Math.min(channel.size(), position + Math.max(0, count));
      channel.position(Math.max(position, target));
      return Math.max(0, target - position);
    }

    @Override
    public int available() throws IOException {
      return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - channel.position()));
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
