package dev.cairn.iceberg.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.UUID;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A local file to write; never through a link. */
record LocalOutputFile(String location, Path path, LocalRoot root) implements OutputFile {
  @Override
  public PositionOutputStream create() {
    try {
      return new ForcedStream(openNew(path), path, path);
    } catch (FileAlreadyExistsException e) {
      throw new AlreadyExistsException(e, "File already exists: %s", location);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot create %s", location);
    }
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    Path temporary =
        path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      return new ForcedStream(openNew(temporary), temporary, path);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot write %s", location);
    }
  }

  private static FileChannel openNew(Path file) throws IOException {
    createDirectories(LocalRoot.parent(file));
    return FileChannel.open(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  /** Creates missing directories, each of them forced to the disk. */
  private static void createDirectories(Path directory) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path each = directory; !Files.isDirectory(each); each = LocalRoot.parent(each)) {
      missing.push(each);
    }
    for (Path each : missing) {
      Files.createDirectories(each);
      force(LocalRoot.parent(each));
    }
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public InputFile toInputFile() {
    return new LocalInputFile(location, root.resolve(location));
  }

  /** Writes to one path and, once all is on the disk, gives it its final name. */
  private static final class ForcedStream extends PositionOutputStream {
    private final FileChannel channel;
    private final Path written;
    private final Path target;
    private long position;
    private boolean failed;

    ForcedStream(FileChannel channel, Path written, Path target) {
      this.channel = channel;
      this.written = written;
      this.target = target;
    }

    /** The number of bytes, also after the stream was closed: writers of manifests ask then. */
    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
      try {
        while (buffer.hasRemaining()) {
          position += channel.write(buffer);
        }
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      if (!channel.isOpen()) {
        return;
      }
      try (channel) {
        channel.force(true);
      }
      if (!written.equals(target)) {
        if (failed) {
          // A part of a file must not replace a whole one.
          Files.deleteIfExists(written);
          return;
        }
        Files.move(
            written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
      force(LocalRoot.parent(target));
    }
  }
}
