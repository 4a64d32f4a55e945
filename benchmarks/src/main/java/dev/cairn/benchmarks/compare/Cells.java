package dev.cairn.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;

/** The cells of all workloads. */
final class Cells {
  private final boolean full;
  private final List<Cell> cells = new ArrayList<>();

  /** The cells of the full plan, or of the short one. */
  Cells(boolean full) {
    this.full = full;
  }

  List<Cell> all() {
    oneThread();
    manyThreads();
    reads();
    objects();
    costs();
    severalStores();
    requests();
    return List.copyOf(cells);
  }

  private void both(int workload, Storage storage, Work work, int keys, int threads) {
    cells.add(new Cell(workload, storage, work, keys, threads, true, work.count()));
  }

  private void cairn(int workload, Storage storage, Work work, int keys, int threads) {
    cells.add(new Cell(workload, storage, work, keys, threads, false, work.count()));
  }

  private void oneThread() {
    both(1, Storage.MEMORY, Work.INSERT, 0, 1);
    for (int keys : new int[] {1_000, 10_000, 100_000}) {
      both(1, Storage.MEMORY, Work.COMMIT, keys, 1);
      if (full || keys != 10_000) {
        both(1, Storage.ROCKSDB, Work.COMMIT, keys, 1);
      }
    }
    cairn(1, Storage.MEMORY, Work.COMMIT, 1_000_000, 1);
    if (full) {
      both(1, Storage.ROCKSDB, Work.INSERT, 0, 1);
      cairn(1, Storage.ROCKSDB, Work.COMMIT, 1_000_000, 1);
      both(1, Storage.ROCKSDB_SYNC, Work.COMMIT, 1_000, 1);
      both(1, Storage.ROCKSDB_SYNC, Work.COMMIT, 100_000, 1);
    }
  }

  private void manyThreads() {
    for (int threads : new int[] {4, 16, 64}) {
      both(2, Storage.MEMORY, Work.COMMIT, 1_000, threads);
      if (full || threads == 16) {
        both(2, Storage.ROCKSDB, Work.COMMIT, 1_000, threads);
        both(2, Storage.ROCKSDB_SYNC, Work.COMMIT, 1_000, threads);
      }
    }
  }

  private void reads() {
    for (int keys : new int[] {1_000, 10_000, 100_000}) {
      both(3, Storage.MEMORY, Work.LOOKUP, keys, 1);
      if (full || keys == 100_000) {
        both(3, Storage.ROCKSDB, Work.LOOKUP, keys, 1);
        both(4, Storage.MEMORY, Work.LIST, keys, 1);
        both(4, Storage.MEMORY, Work.LEVEL, keys, 1);
      }
    }
    if (full) {
      both(4, Storage.ROCKSDB, Work.LIST, 100_000, 1);
      both(4, Storage.ROCKSDB, Work.LEVEL, 100_000, 1);
    }
  }

  private void objects() {
    for (Work work : List.of(Work.STORE, Work.STORE_BULK, Work.FETCH, Work.FETCH_BULK)) {
      if (full) {
        both(5, Storage.MEMORY, work, 0, 1);
      }
      both(5, Storage.ROCKSDB, work, 0, 1);
    }
    both(5, Storage.ROCKSDB, Work.FETCH_COLD, 0, 1);
    both(5, Storage.ROCKSDB, Work.FETCH_BULK_COLD, 0, 1);
  }

  private void costs() {
    for (int keys : new int[] {1_000, 10_000, 100_000}) {
      both(6, Storage.COUNTED, Work.COMMIT, keys, 1);
      if (full || keys == 100_000) {
        both(6, Storage.MEMORY, Work.HOLD, keys, 1);
      }
    }
    both(6, Storage.COUNTED, Work.COMMIT, 1_000, 16);
    both(6, Storage.ROCKSDB, Work.HOLD, 100_000, 1);
    if (full) {
      cairn(6, Storage.COUNTED, Work.COMMIT, 1_000_000, 1);
      cairn(6, Storage.COUNTED, Work.COMMIT, 10_000_000, 1);
    }
  }

  private void severalStores() {
    both(7, Storage.SLOW, Work.COMMIT, 1_000, 2);
    both(7, Storage.SLOW, Work.COMMIT, 1_000, 16);
    for (Storage storage :
        List.of(Storage.SLOW_ONE, Storage.SLOW, Storage.SLOW_THREE, Storage.SLOW_FIVE)) {
      both(7, storage, Work.COMMIT, 1_000, 16 * storage.stores());
    }
  }

  private void requests() {
    for (int threads : new int[] {1, 16}) {
      cairn(8, Storage.MEMORY, Work.KEYED, 1_000, threads);
      cairn(8, Storage.MEMORY, Work.FIRST, 1_000, threads);
      cairn(8, Storage.MEMORY, Work.REPLAY, 1_000, threads);
      if (full) {
        cairn(8, Storage.ROCKSDB, Work.KEYED, 1_000, threads);
        cairn(8, Storage.ROCKSDB, Work.FIRST, 1_000, threads);
        cairn(8, Storage.ROCKSDB, Work.REPLAY, 1_000, threads);
      }
    }
  }
}
