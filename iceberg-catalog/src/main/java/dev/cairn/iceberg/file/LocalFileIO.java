package dev.cairn.iceberg.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/**
 * Local files below one directory, {@value #ROOT}.
 *
 * <p>Locations are {@code file:/path}, {@code file:///path}, {@code file://localhost/path} or an
 * absolute path; characters are taken literally, without percent-decoding. A location outside the
 * root, by {@code ..} or by a symbolic link, is refused with {@link ValidationException}.
 *
 * <p>{@link OutputFile#create} fails if the file exists, also if another process creates it at the
 * same time. {@link OutputFile#createOrOverwrite} replaces the file when the stream is closed.
 * Closing a stream forces the file and its directory to the disk.
 *
 * <p>A prefix is a directory. Listing and deleting do not follow symbolic links.
 */
public final class LocalFileIO implements DelegateFileIO {
  /** The property with the directory that all files must be in. */
  public static final String ROOT = "cairn.local.root";

  private static final long serialVersionUID = 1L;

  private Map<String, String> properties = new HashMap<>();
  private transient volatile @Nullable LocalRoot root;

  @Override
  public void initialize(Map<String, String> newProperties) {
    String location = newProperties.get(ROOT);
    if (location == null) {
      throw new ValidationException("Local files need a root directory: set %s", ROOT);
    }
    properties = new HashMap<>(newProperties);
    root = new LocalRoot(location);
  }

  @Override
  public Map<String, String> properties() {
    return Map.copyOf(properties);
  }

  private LocalRoot root() {
    LocalRoot found = root;
    if (found == null) {
      String location = properties.get(ROOT);
      if (location == null) {
        throw new IllegalStateException("LocalFileIO was not initialized: set " + ROOT);
      }
      found = new LocalRoot(location);
      root = found;
    }
    return found;
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location, root().resolve(location));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    LocalRoot files = root();
    return new LocalOutputFile(location, files.resolveNew(location), files);
  }

  /** Deletes a file; does nothing if there is none. */
  @Override
  public void deleteFile(String location) {
    Path path = root().resolveLink(location);
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new RuntimeIOException("Cannot delete %s: it is a directory", location);
    }
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot delete %s", location);
    }
  }

  @Override
  public void deleteFiles(Iterable<String> locations) {
    int failed = 0;
    for (String location : locations) {
      try {
        deleteFile(location);
      } catch (RuntimeIOException | ValidationException e) {
        failed++;
      }
    }
    if (failed > 0) {
      throw new BulkDeletionFailureException(failed);
    }
  }

  /** The files below the directory {@code prefix}; none if it does not exist. */
  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    Path directory = root().resolve(prefix);
    return () -> new LocalFileWalk(prefix, directory);
  }

  /** Deletes the directory {@code prefix} and all in it; does nothing if it does not exist. */
  @Override
  public void deletePrefix(String prefix) {
    LocalFileWalk.deleteAll(prefix, root().resolveLink(prefix));
  }

  /**
   * Deletes the directory {@code prefix} and those below it, as far as no files are in them. Never
   * deletes a file, also if one is written at the same time, nor the root.
   */
  public void deleteEmptyDirectories(String prefix) {
    Path directory = root().resolve(prefix);
    LocalFileWalk.deleteEmpty(directory, !root().isRoot(directory));
  }
}
