package dev.cairn.benchmarks.compare;

import dev.cairn.api.Bytes;
import dev.cairn.benchmarks.IdempotentWork;
import java.util.List;

/** Commits and requests with idempotency keys, which Nessie does not have. */
final class KeyedRequests implements Task {
  private static final Bytes RESULT = Bytes.ofUtf8("result");

  private final Cell cell;
  private final IdempotentWork requests;
  private final Task plain;
  private long replayed;
  private boolean plainFirst;

  KeyedRequests(Cell cell, CairnSubject subject) {
    this.cell = cell;
    this.plain = new Task.Commits(cell, List.of(subject));
    this.requests =
        new IdempotentWork(
            subject.opened(),
            CairnSubject.REFERENCE,
            subject.cairn().idempotency().executor(CairnStorage.SCOPE));
    while (cell.work() == Work.REPLAY && replayed < cell.count()) {
      replayed++;
      requests.first(
          CairnSubject.change(0, new byte[DistinctValues.SMALL], IdempotentWork.CREATED));
    }
  }

  @Override
  public Figures run(double seconds) {
    if (cell.work() != Work.KEYED) {
      return work(seconds);
    }
    // With and without a key in turns, so that other work on the machine affects both.
    plainFirst = !plainFirst;
    Figures before = plainFirst ? plain.run(seconds / 2) : work(seconds / 2);
    Figures after = plainFirst ? work(seconds / 2) : plain.run(seconds / 2);
    Figures without = plainFirst ? before : after;
    return (plainFirst ? after : before)
        .with(Figures.PLAIN_RATE, without.get(Figures.RATE))
        .with(Figures.PLAIN_CPU, without.get(Figures.CPU));
  }

  private Figures work(double seconds) {
    return new Task.Repeated(cell, this::once).run(seconds);
  }

  private int once(DistinctValues values) {
    int number = values.number(cell.keys());
    byte[] value = values.next(DistinctValues.SMALL);
    switch (cell.work()) {
      case KEYED -> requests.keyed(CairnSubject.change(number, value, RESULT));
      case FIRST -> requests.first(CairnSubject.change(number, value, IdempotentWork.CREATED));
      default ->
          requests.replay(
              1 + values.number(cell.count()),
              CairnSubject.change(number, value, IdempotentWork.CREATED));
    }
    return 1;
  }
}
