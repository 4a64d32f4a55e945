package dev.cairn.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.WriteOptions;

/**
 * Compares three ways to a compare-and-swap in one process on RocksDB: locks by key, optimistic
 * transactions and pessimistic transactions.
 *
 * <p>Argument: seconds per measurement (default 3).
 */
public final class RocksDbSwapBenchmark {
  private static final int ROW_BYTES = 200;
  private static final List<String> KINDS = List.of("locks", "optimistic", "pessimistic");

  /** Replaces the value of {@code key} if it is {@code expected}. */
  @FunctionalInterface
  private interface Swap {
    boolean apply(byte[] key, byte[] expected, byte[] next) throws RocksDBException;
  }

  private RocksDbSwapBenchmark() {}

  /** Measures and prints a table. */
  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    RocksDB.loadLibrary();
    System.out.println("| synced | threads | rows | " + String.join(" | ", KINDS) + " |");
    System.out.println("|---|---:|---|---:|---:|---:|");
    for (boolean synced : new boolean[] {true, false}) {
      for (int threads : new int[] {1, 4, 16}) {
        for (boolean shared : threads == 1 ? new boolean[] {false} : new boolean[] {false, true}) {
          StringBuilder line = new StringBuilder();
          for (String kind : KINDS) {
            line.append(" %,.0f |".formatted(measure(kind, synced, threads, shared, seconds)));
          }
          System.out.printf(
              "| %s | %d | %s |%s%n", synced ? "yes" : "no", threads, shared ? "one" : "own", line);
        }
      }
    }
  }

  private static double measure(
      String kind, boolean synced, int threads, boolean shared, int seconds) throws Exception {
    try (Scratch scratch = Scratch.create();
        Options options = new Options().setCreateIfMissing(true);
        TransactionDBOptions transactions = new TransactionDBOptions();
        ReadOptions reading = new ReadOptions();
        WriteOptions writing = new WriteOptions().setSync(synced);
        RocksDB db = open(kind, options, transactions, scratch.path())) {
      Swap swap =
          db instanceof OptimisticTransactionDB optimistic
              ? optimistic(optimistic, reading, writing)
              : db instanceof TransactionDB pessimistic
                  ? pessimistic(pessimistic, reading, writing)
                  : locks(db, writing);
      return TimedThreads.rate(threads, seconds, i -> swaps(db, swap, shared ? 0 : i));
    }
  }

  private static RocksDB open(
      String kind, Options options, TransactionDBOptions transactions, Path path)
      throws RocksDBException {
    return switch (kind) {
      case "optimistic" -> OptimisticTransactionDB.open(options, path.toString());
      case "pessimistic" -> TransactionDB.open(options, transactions, path.toString());
      default -> RocksDB.open(options, path.toString());
    };
  }

  private static TimedThreads.Work swaps(RocksDB db, Swap swap, int row) throws RocksDBException {
    byte[] key = ("reference number " + row).getBytes(StandardCharsets.UTF_8);
    db.put(key, new byte[ROW_BYTES]);
    byte[][] known = {db.get(key)};
    Random random = new Random(row);
    return () -> {
      byte[] next = new byte[ROW_BYTES];
      random.nextBytes(next);
      boolean applied = swap.apply(key, known[0], next);
      known[0] = applied ? next : db.get(key);
      return applied ? 1 : 0;
    };
  }

  private static Swap locks(RocksDB db, WriteOptions writing) {
    Lock[] locks = new Lock[1024];
    Arrays.setAll(locks, i -> new ReentrantLock());
    return (key, expected, next) -> {
      Lock lock = locks[Math.floorMod(Arrays.hashCode(key), locks.length)];
      lock.lock();
      try {
        if (!Arrays.equals(db.get(key), expected)) {
          return false;
        }
        db.put(writing, key, next);
        return true;
      } finally {
        lock.unlock();
      }
    };
  }

  private static Swap optimistic(
      OptimisticTransactionDB db, ReadOptions reading, WriteOptions writing) {
    return (key, expected, next) -> {
      try (Transaction transaction = db.beginTransaction(writing)) {
        if (!Arrays.equals(transaction.getForUpdate(reading, key, true), expected)) {
          return false;
        }
        transaction.put(key, next);
        transaction.commit();
        return true;
      } catch (RocksDBException e) {
        return refuse(e, Status.Code.Busy, Status.Code.TryAgain);
      }
    };
  }

  private static Swap pessimistic(TransactionDB db, ReadOptions reading, WriteOptions writing) {
    return (key, expected, next) -> {
      try (Transaction transaction = db.beginTransaction(writing)) {
        if (!Arrays.equals(transaction.getForUpdate(reading, key, true), expected)) {
          transaction.rollback();
          return false;
        }
        transaction.put(key, next);
        transaction.commit();
        return true;
      } catch (RocksDBException e) {
        return refuse(e, Status.Code.TimedOut, Status.Code.Busy);
      }
    };
  }

  /** Whether the error means that another transaction was first. */
  private static boolean refuse(RocksDBException e, Status.Code... conflicts)
      throws RocksDBException {
    if (e.getStatus() == null || !List.of(conflicts).contains(e.getStatus().getCode())) {
      throw e;
    }
    return false;
  }
}
