package dev.cairn.testkit.workload;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Inserts, swaps, deletes and reads updateable objects. */
public final class ObjectWorkload extends Workload {
  private final List<ObjectKey> keys = new ArrayList<>();
  private final List<ObjectRow> latest = new ArrayList<>();
  private final List<ObjectRow> earlier = new ArrayList<>();
  private int written;

  /** Works on a few rows of {@code scope}. */
  public ObjectWorkload(Backend backend, Scope scope, RandomGenerator random) {
    super(backend, random);
    for (int i = 0; i < ROWS; i++) {
      ObjectRow none = next(new ObjectKey(scope, "thing", ObjectId.of(i)));
      keys.add(none.key());
      latest.add(none);
      earlier.add(none);
    }
  }

  @Override
  protected void next(int row, int what) {
    ObjectRow known = latest.get(row);
    if (what < 25) {
      read(row, ReadMode.STRONG);
    } else if (what < 30) {
      read(row, ReadMode.WEAK);
    } else if (what < 45) {
      insert(row);
    } else if (what < 75) {
      swap(row, known);
    } else if (what < 85) {
      swap(row, earlier.get(row));
    } else if (what < 95) {
      backend().deleteIf(keys.get(row), known.token().orElseThrow());
    } else {
      backend()
          .scanObjects(
              Optional.of(known.key().scope()),
              Optional.empty(),
              ScanBound.NONE,
              Optional.empty(),
              each -> true);
    }
  }

  @Override
  public void readAll() {
    backend().fetch(keys, ReadMode.STRONG).forEach(each -> each.ifPresent(this::saw));
  }

  private void read(int row, ReadMode mode) {
    if (mode == ReadMode.STRONG && random().nextInt(4) == 0) {
      readAll();
    } else {
      backend().fetch(List.of(keys.get(row)), mode).get(0).ifPresent(this::saw);
    }
  }

  private void insert(int row) {
    ObjectRow next = next(keys.get(row));
    backend().insert(next);
    saw(next); // Whether or not: that its token may not be there is what makes it interesting.
  }

  private void swap(int row, ObjectRow expected) {
    ObjectRow next = next(keys.get(row));
    backend().swap(expected.token().orElseThrow(), next);
    saw(next);
  }

  private void saw(ObjectRow row) {
    int number = keys.indexOf(row.key());
    earlier.set(number, latest.get(number));
    latest.set(number, row);
  }

  private ObjectRow next(ObjectKey key) {
    return ObjectRow.updateable(key, Bytes.ofUtf8("value " + ++written), token(), CREATED);
  }
}
