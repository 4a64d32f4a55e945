package dev.cairn.testkit.workload;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates, moves, fences, deletes, revives, removes and reads references. */
public final class ReferenceWorkload extends Workload {
  private final List<ReferenceKey> keys = new ArrayList<>();
  private final List<ReferenceRow> latest = new ArrayList<>();
  private final List<ReferenceRow> earlier = new ArrayList<>();

  /** Works on a few references of {@code scope}. */
  public ReferenceWorkload(Backend backend, Scope scope, RandomGenerator random) {
    super(backend, random);
    for (int i = 0; i < ROWS; i++) {
      ReferenceRow none =
          ReferenceRow.create(new ReferenceKey(scope, "reference " + i), token(), CREATED);
      keys.add(none.key());
      latest.add(none);
      earlier.add(none);
    }
  }

  @Override
  protected void next(int row, int what) {
    ReferenceRow known = latest.get(row);
    if (what < 25) {
      read(row, ReadMode.STRONG);
    } else if (what < 30) {
      read(row, ReadMode.WEAK);
    } else if (what < 40) {
      insert(row);
    } else if (what < 80) {
      swap(known);
    } else if (what < 90) {
      swap(earlier.get(row));
    } else if (what < 95) {
      backend().removeReference(keys.get(row), known.token());
    } else {
      backend().scanReferences(Optional.of(known.key().scope()), Optional.empty(), each -> true);
    }
  }

  @Override
  public void readAll() {
    for (int i = 0; i < ROWS; i++) {
      read(i, ReadMode.STRONG);
    }
  }

  private void read(int row, ReadMode mode) {
    backend().readReference(keys.get(row), mode).ifPresent(found -> saw(row, found));
  }

  private void insert(int row) {
    ReferenceRow next = ReferenceRow.create(keys.get(row), token(), CREATED);
    backend().insertReference(next);
    saw(row, next);
  }

  private void swap(ReferenceRow base) {
    ReferenceRow next = next(base);
    if (next.headId().isPresent() && random().nextBoolean()) {
      backend().writeAndSwap(List.of(rowOf(next)), base.token(), next);
    } else {
      backend().swapReference(base.token(), next);
    }
    saw(keys.indexOf(base.key()), next);
  }

  private static ObjectRow rowOf(ReferenceRow row) {
    long head = row.headId().getAsLong();
    ObjectKey key = new ObjectKey(row.key().scope(), "head", ObjectId.of(head));
    return ObjectRow.immutable(key, Bytes.ofUtf8(Long.toString(head)), CREATED);
  }

  private ReferenceRow next(ReferenceRow base) {
    int choice = random().nextInt(10);
    if (base.isTombstone()) {
      return base.revive(lineWithHead(base), token(), CREATED);
    } else if (choice == 0) {
      return base.tombstone(token(), CREATED);
    } else if (choice == 1) {
      return base.fence(token());
    }
    return base.moveTo(random().nextInt(Integer.MAX_VALUE), lineWithHead(base), token());
  }

  private static EarlierHeads lineWithHead(ReferenceRow row) {
    return row.headId().isPresent()
        ? row.earlierHeads().plus(new HeadVersion(row.version(), row.headId().getAsLong()))
        : row.earlierHeads();
  }

  private void saw(int row, ReferenceRow found) {
    earlier.set(row, latest.get(row));
    latest.set(row, found);
  }
}
