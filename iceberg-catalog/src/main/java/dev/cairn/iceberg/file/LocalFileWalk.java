package dev.cairn.iceberg.file;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileInfo;
import org.jspecify.annotations.Nullable;

/**
 * The regular files below a directory. Holds the names of one directory for each level, and no open
 * handle between two steps. What disappears meanwhile is left out.
 */
final class LocalFileWalk implements Iterator<FileInfo> {
  private final String prefix;
  private final Path directory;
  private final Deque<Path> open = new ArrayDeque<>();
  private @Nullable FileInfo next;

  LocalFileWalk(String prefix, Path directory) {
    this.prefix = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    this.directory = directory;
    open.push(directory);
    advance();
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public FileInfo next() {
    FileInfo found = next;
    if (found == null) {
      throw new NoSuchElementException("no more files below " + prefix);
    }
    advance();
    return found;
  }

  private void advance() {
    next = null;
    while (next == null && !open.isEmpty()) {
      Path path = open.pop();
      BasicFileAttributes attributes = attributes(path);
      if (attributes != null && attributes.isDirectory()) {
        List<Path> children = children(path);
        for (int i = children.size() - 1; i >= 0; i--) {
          open.push(children.get(i));
        }
      } else if (attributes != null && attributes.isRegularFile() && !path.equals(directory)) {
        next =
            new FileInfo(
                prefix + "/" + directory.relativize(path),
                attributes.size(),
                attributes.lastModifiedTime().toMillis());
      }
    }
  }

  private static @Nullable BasicFileAttributes attributes(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot read %s", path);
    }
  }

  private static List<Path> children(Path path) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
      stream.forEach(children::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot list %s", path);
    }
    children.sort(null);
    return children;
  }

  /** Deletes {@code path} and all below it; links are deleted, not followed. */
  static void deleteAll(String prefix, Path path) {
    BasicFileAttributes attributes = attributes(path);
    if (attributes == null) {
      return;
    }
    if (attributes.isDirectory()) {
      children(path).forEach(child -> deleteAll(prefix, child));
    }
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      throw new RuntimeIOException(
          e, "Cannot delete %s: files were added to %s meanwhile", prefix, path);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot delete %s", prefix);
    }
  }

  /** Deletes the directories below {@code path} that have no files, and perhaps itself. */
  static void deleteEmpty(Path path, boolean self) {
    BasicFileAttributes attributes = attributes(path);
    if (attributes == null || !attributes.isDirectory()) {
      return;
    }
    children(path).forEach(child -> deleteEmpty(child, true));
    if (self) {
      try {
        Files.deleteIfExists(path);
      } catch (DirectoryNotEmptyException e) {
        return; // it is in use
      } catch (IOException e) {
        throw new RuntimeIOException(e, "Cannot delete the directory %s", path);
      }
    }
  }
}
