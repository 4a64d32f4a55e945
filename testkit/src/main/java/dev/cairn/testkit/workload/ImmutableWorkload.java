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
import java.util.stream.IntStream;

/**
 * Writes and reads immutable objects in bulk, or deletes and reads them: never both, since an ID is
 * written by one and not used again after it was deleted.
 */
public final class ImmutableWorkload extends Workload {
  private final Scope scope;
  private final boolean deleting;
  private final List<ObjectRow> rows;

  /** What this client wrote or deleted last. */
  private List<ObjectKey> changed = List.of();

  /** Works on a few rows of {@code scope}: writes them, or deletes them if {@code deleting}. */
  public ImmutableWorkload(Backend backend, Scope scope, boolean deleting, RandomGenerator random) {
    super(backend, random);
    this.scope = scope;
    this.deleting = deleting;
    this.rows = IntStream.range(0, 20 * ROWS).mapToObj(this::row).toList();
  }

  private ObjectRow row(int number) {
    return ObjectRow.immutable(
        new ObjectKey(scope, "thing", ObjectId.of(number)),
        Bytes.ofUtf8("value " + number),
        CREATED);
  }

  @Override
  protected void next(int row, int what) {
    List<ObjectRow> some = new ArrayList<>();
    for (int i = 0; i <= row; i++) {
      some.add(rows.get(random().nextInt(rows.size())));
    }
    List<ObjectKey> keys = some.stream().map(ObjectRow::key).toList();
    if (what < 20) {
      backend().fetch(changed, ReadMode.STRONG);
    } else if (what < 40) {
      backend().fetch(keys, ReadMode.STRONG);
    } else if (what < 55) {
      backend().fetch(keys, ReadMode.WEAK);
    } else if (what < 60) {
      backend()
          .scanObjects(
              Optional.of(scope), Optional.empty(), ScanBound.NONE, Optional.empty(), each -> true);
    } else if (deleting) {
      changed = keys;
      backend().delete(keys);
    } else {
      changed = keys;
      backend().write(some);
    }
  }

  @Override
  public void readAll() {
    backend().fetch(rows.stream().map(ObjectRow::key).toList(), ReadMode.STRONG);
  }
}
