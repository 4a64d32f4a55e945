package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.CasResult;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * A store from opening to closing, through failed writes.
 *
 * <p>After a write has failed it is unknown how far it got, and RocksDB may refuse all others. Then
 * writes stop; reads continue. The next write tries whether there is space, and opens the store
 * again, which replays the log: what was acknowledged is there, and the write that failed is there
 * or not. If it cannot be opened again, it is opened only to be read.
 */
final class RocksDbDatabase implements AutoCloseable {
  /** A write to RocksDB. */
  @FunctionalInterface
  interface Write {
    void apply(Opened store, WriteOptions options) throws RocksDBException;
  }

  private final boolean isSynced;
  private final StoreDirectory directory;
  private final @Nullable Claim claim;
  private final boolean isReader;
  private final Natives natives;
  private final Opening opening;
  private final RocksDbFailures failures;
  private final WriteOptions synced;
  private final WriteOptions unsynced;
  private final HandleGuard gate;
  private final ReentrantLock resuming = new ReentrantLock();

  // Used only by the thread that resumes writes.
  private final Tries tries;

  private volatile @Nullable Stop stopped;

  /**
   * Why there are no writes.
   *
   * @param isFinal whether opening the store again would not help
   */
  private record Stop(BackendUnavailableException cause, boolean isFinal) {}

  private RocksDbDatabase(
      RocksDbSettings settings,
      StoreDirectory directory,
      @Nullable Claim claim,
      Natives natives,
      LongSupplier nanoTime) {
    this.directory = directory;
    this.claim = claim;
    isReader = claim == null;
    this.natives = natives;
    tries = new Tries(nanoTime);
    isSynced = settings.durability() == Durability.SYNC;
    opening = new Opening(settings, directory, natives);
    failures = opening.failures();
    synced = natives.own(new WriteOptions()).setSync(isSynced);
    unsynced = natives.own(new WriteOptions());
    gate = new HandleGuard(directory, opening, isReader);
  }

  static RocksDbDatabase open(RocksDbSettings settings) {
    return open(settings, Natives.load(), System::nanoTime);
  }

  /** Opens a store with {@code natives}, which are closed with it, or at once if it fails. */
  static RocksDbDatabase open(RocksDbSettings settings, Natives natives, LongSupplier nanoTime) {
    @Nullable Claim claim = null;
    boolean done = false;
    try {
      StoreDirectory directory = StoreDirectory.prepare(settings.path());
      claim = Claim.of(directory);
      RocksDbDatabase database = new RocksDbDatabase(settings, directory, claim, natives, nanoTime);
      database.gate.open();
      done = true;
      return database;
    } finally {
      if (!done) {
        giveBack(natives, claim);
      }
    }
  }

  /** Opens a store to be read beside its writer, if it has one; every write is refused. */
  static RocksDbDatabase openToRead(RocksDbSettings settings) {
    Natives natives = Natives.load();
    boolean done = false;
    try {
      StoreDirectory directory = StoreDirectory.find(settings.path());
      RocksDbDatabase database =
          new RocksDbDatabase(settings, directory, null, natives, System::nanoTime);
      database.stopped = new Stop(database.failures.ofReader(), true);
      database.gate.open();
      done = true;
      return database;
    } finally {
      if (!done) {
        natives.close();
      }
    }
  }

  // The claim last: until then something may be open.
  private static void giveBack(Natives natives, @Nullable Claim claim) {
    try {
      natives.close();
    } finally {
      if (claim != null) {
        claim.close();
      }
    }
  }

  /** Does {@code action} with the store, which stays open meanwhile. */
  <T> T use(HandleGuard.Action<T> action) {
    return gate.use(action, gate::openToRead);
  }

  /** The same for what may come to a write; it tries first to make one possible. */
  <T> T useToWrite(HandleGuard.Action<T> action) {
    return gate.use(action, this::resume);
  }

  /**
   * Does {@code write}, whose condition was found to hold under a lock that is still held. Syncs it
   * and with it everything that any thread wrote before, since there is one log.
   *
   * @param least {@link Durability#OS} if a later sync will do
   * @return nothing if writes are stopped: then it was not even tried
   */
  <R> Optional<CasResult<R>> conditionally(Opened store, Write write, Durability least) {
    if (stopped != null) {
      return Optional.empty();
    }
    // This change comes after all that can be seen now, so it reaches at least this number; others
    // that it is grouped with may come in between.
    long sequence = store.lastSequence() + 1;
    boolean isForced = isSynced && least == Durability.SYNC;
    try {
      write.apply(store, isForced ? synced : unsynced);
    } catch (RocksDBException e) {
      return Optional.of(CasResult.unknown(stop(e)));
    }
    if (isForced) {
      store.reached(sequence);
    }
    return Optional.of(CasResult.applied());
  }

  /** Does {@code write}, which has no condition, up to the log and not waiting for the disk. */
  void write(Write write) {
    while (true) {
      boolean done =
          useToWrite(
              store -> {
                if (stopped != null) {
                  return false;
                }
                try {
                  write.apply(store, unsynced);
                } catch (RocksDBException e) {
                  throw stop(e);
                }
                return true;
              });
      if (done) {
        return;
      }
      resume();
    }
  }

  private BackendUnavailableException stop(RocksDBException e) {
    Stop stop = new Stop(failures.ofWrite(e), RocksDbFailures.isCorruption(e));
    stopped = stop;
    return stop.cause;
  }

  /**
   * Ends a stop of writes by opening the store again, if there is one and it can be ended.
   *
   * @throws BackendUnavailableException if it cannot; nothing was written
   */
  void resume() {
    resuming.lock();
    try {
      if (stopped == null) {
        return;
      }
      checkNotFinal();
      tries.begin();
      tryToResume();
    } finally {
      resuming.unlock();
    }
  }

  private void tryToResume() {
    try {
      directory.checkSpace();
      gate.inspect();
      HandleGuard.Extent extent = gate.reopen(this::checkNotFinal);
      // Rows that were written and not yet synced can be gone, if the disk lost what it had taken.
      // Their writers in this process may still make references to them.
      stopped =
          extent.found() >= extent.expected()
              ? null
              : new Stop(failures.ofLoss(extent.found(), extent.expected()), true);
    } catch (ClosedException e) {
      throw e;
    } catch (CairnException e) {
      throw tries.refuse(e);
    }
  }

  private void checkNotFinal() {
    Stop stop = stopped;
    if (stop != null && stop.isFinal) {
      throw Tries.again(stop.cause);
    }
  }

  /** Whether this reads beside a writer, and never writes. */
  boolean isReader() {
    return isReader;
  }

  Opening opening() {
    return opening;
  }

  /** Why writes are stopped, if they are and should not be. */
  Optional<String> problem() {
    return Optional.ofNullable(isReader ? null : stopped)
        .map(stop -> String.valueOf(stop.cause.getMessage()));
  }

  StoreDirectory directory() {
    return directory;
  }

  Tuning tuning() {
    return opening.tuning();
  }

  /** How many native objects are open. */
  int nativeObjects() {
    return natives.count();
  }

  @Override
  public void close() {
    gate.close(this::flush, () -> giveBack(natives, claim));
  }

  private boolean flush(Opened store) throws RocksDBException {
    if (stopped == null) {
      store.flush();
    }
    return true;
  }
}
