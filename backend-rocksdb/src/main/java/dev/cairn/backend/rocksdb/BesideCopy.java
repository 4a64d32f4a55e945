package dev.cairn.backend.rocksdb;

import dev.cairn.api.CairnException;
import dev.cairn.api.spi.Backup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a store that another process may have open, made from its files.
 *
 * <p>The manifest is copied first, then the logs, the oldest first, then data files are linked, or
 * copied where links are not possible. Data files never change. A log only grows, and the next one
 * begins when it is finished, so the logs copied are the beginning of what was written. As when a
 * store is read beside its writer, a copy counts only if the manifest stayed the same until the
 * logs were copied, since otherwise one of them may be missed. Then it is opened, which finds every
 * data file that the manifest names, and must reach what was acknowledged before the copy began; if
 * not, it begins again.
 */
final class BesideCopy implements Backup {
  private static final int TRIES = 10;

  private final StoreDirectory directory;
  private final Opening opening;

  BesideCopy(StoreDirectory directory, Opening opening) {
    this.directory = directory;
    this.opening = opening;
  }

  @Override
  public void to(Path target) {
    Path copy = directory.placeOfCopy(target);
    try (UnfinishedCopy unfinished = UnfinishedCopy.begin(copy)) {
      fill(unfinished);
      unfinished.publish();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the store in %s could not be copied to %s".formatted(directory.path(), copy), e);
    }
  }

  private void fill(UnfinishedCopy copy) throws IOException {
    @Nullable CairnException last = null;
    for (int i = 0; i < TRIES; i++) {
      SortedMap<String, Long> before = directory.files();
      try {
        long acknowledged = Acknowledged.read(directory.acknowledged());
        if (copyFiles(copy.path()) && reaches(copy.path(), acknowledged)) {
          return;
        }
      } catch (CairnException e) {
        last = e;
        if (directory.files().equals(before)) {
          throw e;
        }
      }
      copy.clear();
    }
    throw opening
        .failures()
        .changing("copied, which is quickest to a directory on the same file system", last);
  }

  private boolean reaches(Path part, long acknowledged) {
    try (Opened store = opening.openBeside(new StoreDirectory(part))) {
      return store.lastSequence() >= acknowledged;
    }
  }

  /** Whether no log can have been missed. */
  private boolean copyFiles(Path part) throws IOException {
    String manifest = directory.manifest();
    List<String> first = List.copyOf(directory.files().keySet());
    for (String name : first) {
      if (!name.endsWith(".log") && !name.endsWith(".sst")) {
        copy(name, part);
      }
    }
    // Listed anew: the manifest may name files that were not there before.
    List<String> then = List.copyOf(directory.files().keySet());
    for (String name : then) {
      if (name.endsWith(".log")) {
        copy(name, part);
      }
    }
    if (!directory.manifest().equals(manifest)) {
      return false;
    }
    for (String name : then) {
      if (name.endsWith(".sst")) {
        take(name, part);
      }
    }
    UnfinishedCopy.sync(part);
    return true;
  }

  // Logs are never linked: they grow, and a process that opens the copy would write to the
  // original.
  private void take(String name, Path part) throws IOException {
    try {
      Files.createLink(part.resolve(name), directory.path().resolve(name));
    } catch (IOException | UnsupportedOperationException e) {
      copy(name, part); // on another disk, or gone
    }
  }

  private void copy(String name, Path part) throws IOException {
    Path source = directory.path().resolve(name);
    Path target = part.resolve(name);
    try {
      Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      return; // if it is needed, opening the copy misses it
    }
    boolean unused =
        Uninterrupted.call(
            () -> {
              try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
                channel.force(true);
                return true;
              }
            });
  }
}
