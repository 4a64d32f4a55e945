package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Stores rows under other keys than those it is given, and hands them back under the given ones.
 */
abstract class KeyMapping extends Broken {
  private final UnaryOperator<ObjectKey> objectKey;
  private final UnaryOperator<ReferenceKey> referenceKey;

  KeyMapping(
      Backend sound,
      TestClock clock,
      UnaryOperator<ObjectKey> objectKey,
      UnaryOperator<ReferenceKey> referenceKey) {
    super(sound, clock);
    this.objectKey = objectKey;
    this.referenceKey = referenceKey;
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    List<Optional<ObjectRow>> rows = super.fetch(keys.stream().map(objectKey).toList(), mode);
    List<Optional<ObjectRow>> answers = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      ObjectKey key = keys.get(i);
      answers.add(rows.get(i).map(row -> under(key, row)));
    }
    return answers;
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    rows.stream()
        .map(this::mapped)
        .forEach(
            row -> {
              remove(row.key());
              super.write(List.of(row));
            });
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    return back(row.key(), super.insert(mapped(row)));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    return back(next.key(), super.swap(expected, mapped(next)));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return back(key, super.deleteIf(objectKey.apply(key), expected));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    super.delete(keys.stream().map(objectKey).toList());
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return back(row.key(), super.insertReference(under(referenceKey.apply(row.key()), row)));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return super.readReference(referenceKey.apply(key), mode).map(row -> under(key, row));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    return back(
        next.key(), super.swapReference(expected, under(referenceKey.apply(next.key()), next)));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return back(key, super.removeReference(referenceKey.apply(key), expected));
  }

  private ObjectRow mapped(ObjectRow row) {
    return under(objectKey.apply(row.key()), row);
  }

  private static CasResult<ObjectRow> back(ObjectKey key, CasResult<ObjectRow> result) {
    return result instanceof CasResult.Conflict<ObjectRow> conflict
        ? new CasResult.Conflict<>(conflict.row().map(row -> under(key, row)), conflict.reported())
        : result;
  }

  private static CasResult<ReferenceRow> back(ReferenceKey key, CasResult<ReferenceRow> result) {
    return result instanceof CasResult.Conflict<ReferenceRow> conflict
        ? new CasResult.Conflict<>(conflict.row().map(row -> under(key, row)), conflict.reported())
        : result;
  }

  private static ObjectRow under(ObjectKey key, ObjectRow row) {
    return new ObjectRow(
        key, row.value(), row.token(), row.createdAtMicros(), row.expiresAtMicros());
  }

  private static ReferenceRow under(ReferenceKey key, ReferenceRow row) {
    return new ReferenceRow(
        key,
        row.headId(),
        row.version(),
        row.token(),
        row.createdAtMicros(),
        row.earlierHeads(),
        row.deletedAtMicros(),
        row.turns());
  }
}
