package dev.cairn.iceberg.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the files of a place, in batches.
 *
 * <p>Files are deleted by the names that a listing gave, and the guard of a batch runs between its
 * listing and its deletion. So even if this process stalls and the place gets a new owner, at most
 * names from before are deleted; Iceberg's names have random parts and do not come back.
 */
final class FilePurge {
  private static final int CHUNK = 250;
  private static final int MAX_PASSES = 5;
  private static final long BEAT_MILLIS = 1_000;

  private final FileIO files;
  private final Executor executor;
  private final int parallel;

  /**
   * @param executor runs deletions
   * @param parallel how many deletions run at a time
   */
  FilePurge(FileIO files, Executor executor, int parallel) {
    this.files = files;
    this.executor = executor;
    this.parallel = parallel;
  }

  /** Decides about batches, and learns of them. */
  interface Guard {
    /** Called after a batch was listed, and before it is deleted; it throws to stop. */
    void beforeBatch();

    /** Called while deletions run, and while a listing shows nothing to delete. */
    void beat();

    /** Called after a batch was deleted. */
    void afterBatch(int deleted);
  }

  /**
   * Deletes until a listing shows nothing that is to be deleted.
   *
   * @return how many files were left
   */
  long deleteAll(PurgePlace place, Guard guard) {
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      Pass done = new Pass(place, guard);
      done.run();
      if (done.deleted == 0) {
        return done.kept;
      }
    }
    throw new RuntimeIOException(
        "Files are still being added below %s: stop what writes there", place.prefix());
  }

  private final class Pass {
    private final PurgePlace place;
    private final Guard guard;
    private final List<String> batch = new ArrayList<>();
    private long deleted;
    private long kept;

    Pass(PurgePlace place, Guard guard) {
      this.place = place;
      this.guard = guard;
    }

    void run() {
      for (FileInfo file : listing(place.prefix())) {
        if (place.isToBeDeleted(file.location())) {
          batch.add(file.location());
        } else if (++kept % CHUNK == 0) {
          guard.beat(); // a listing of nothing but others' files may take long, too
        }
        if (batch.size() == CHUNK * parallel) {
          flush();
        }
      }
      flush();
    }

    private void flush() {
      if (!batch.isEmpty()) {
        guard.beforeBatch();
        delete(batch, guard);
        guard.afterBatch(batch.size());
        deleted += batch.size();
        batch.clear();
      }
    }
  }

  private Iterable<FileInfo> listing(String prefix) {
    if (files instanceof SupportsPrefixOperations withPrefixes) {
      return withPrefixes.listPrefix(prefix);
    }
    throw new ValidationException(
        "Cannot purge %s: %s does not list files; use a FileIO that does, or delete them and drop without purge",
        prefix, files.getClass().getName());
  }

  private void delete(List<String> names, Guard guard) {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int from = 0; from < names.size(); from += CHUNK) {
      List<String> chunk = List.copyOf(names.subList(from, Math.min(from + CHUNK, names.size())));
      running.add(CompletableFuture.runAsync(() -> delete(chunk), executor));
    }
    await(CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new)), guard);
  }

  private void delete(List<String> names) {
    if (files instanceof SupportsBulkOperations bulk) {
      try {
        bulk.deleteFiles(names);
      } catch (BulkDeletionFailureException e) {
        throw new RuntimeIOException(
            "Cannot delete %s of %s files, such as %s",
            e.numberFailedObjects(), names.size(), names.get(0));
      }
      return;
    }
    for (String name : names) {
      try {
        files.deleteFile(name);
      } catch (NotFoundException e) {
        // Deleted by another attempt.
      }
    }
  }

  /** Waits for deletions in progress also if the guard stops the purge. */
  private static void await(CompletableFuture<Void> all, Guard guard) {
    while (true) {
      try {
        all.get(BEAT_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        beat(all, guard);
      } catch (ExecutionException e) {
        throw thrown(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RuntimeIOException("The purge was interrupted; the next run continues it");
      }
    }
  }

  private static RuntimeException thrown(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new CompletionException(cause);
  }

  private static void beat(CompletableFuture<Void> all, Guard guard) {
    boolean isStopped = true;
    try {
      guard.beat();
      isStopped = false;
    } finally {
      if (isStopped) {
        Throwable unused = all.handle((none, failure) -> failure).join();
      }
    }
  }
}
