package dev.cairn.testkit.history;

import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.testkit.history.RowCall.Answer;
import dev.cairn.testkit.history.RowCall.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Histories of one row as clients would have them: each operation is done at some moment, begins
 * before it and ends after it, and gets a true answer, or none.
 */
final class RandomHistories {
  private static final List<Answer> WRITE_ANSWERS =
      List.of(Answer.APPLIED, Answer.CONFLICT, Answer.SILENT_CONFLICT, Answer.UNKNOWN);
  private static final List<Kind> KINDS =
      List.of(Kind.READ, Kind.READ, Kind.INSERT, Kind.SWAP, Kind.REMOVE);

  private final Random random;
  private final List<RowCall> calls = new ArrayList<>();
  private int version;
  private int newest;

  private RandomHistories(Random random) {
    this.random = random;
  }

  /** A history that is linearizable. */
  static List<RowCall> sound(Random random, int operations, int overlap) {
    RandomHistories histories = new RandomHistories(random);
    for (int i = 0; i < operations; i++) {
      histories.next(i, overlap);
    }
    Collections.shuffle(histories.calls, random);
    return histories.calls;
  }

  /** A history with one answer changed, which may have no explanation. */
  static List<RowCall> doubtful(Random random, int operations, int overlap) {
    List<RowCall> calls = new ArrayList<>(sound(random, operations, overlap));
    int changed = random.nextInt(calls.size());
    RowCall call = calls.get(changed);
    boolean told = call.answer() == Answer.FOUND;
    Answer answer = told ? Answer.FOUND : WRITE_ANSWERS.get(random.nextInt(WRITE_ANSWERS.size()));
    boolean tells = told || answer == Answer.CONFLICT;
    calls.set(
        changed,
        RowCalls.call(
            call.client(),
            call.kind(),
            call.expected(),
            (ObjectRow) call.put(),
            answer,
            tells ? RowCalls.row(random.nextInt(operations + 1)) : null,
            call.invoked(),
            call.isCertain() ? call.returned() : call.invoked() + 1));
    return calls;
  }

  private void next(int number, int overlap) {
    long moment = 1_000L * number;
    long invoked = moment - random.nextInt(1_000 * overlap);
    long returned = moment + 1 + random.nextInt(1_000 * overlap);
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    if (kind == Kind.READ) {
      add(kind(number), Kind.READ, 0, 0, Answer.FOUND, version, invoked, returned);
      return;
    }
    int expected = random.nextInt(4) == 0 ? random.nextInt(newest + 1) : version;
    boolean holds = kind == Kind.INSERT ? version == 0 : expected == version && version != 0;
    int put = kind == Kind.REMOVE ? 0 : ++newest;
    int found = version;
    boolean lost = random.nextInt(4) == 0;
    boolean isDone = holds && !(lost && random.nextBoolean());
    if (isDone) {
      version = put;
    }
    Answer answer =
        lost
            ? Answer.UNKNOWN
            : holds
                ? Answer.APPLIED
                : random.nextBoolean() ? Answer.CONFLICT : Answer.SILENT_CONFLICT;
    add(kind(number), kind, expected, put, answer, found, invoked, returned);
  }

  private static String kind(int number) {
    return "client " + number % 5;
  }

  private void add(
      String client,
      Kind kind,
      int expected,
      int put,
      Answer answer,
      int found,
      long invoked,
      long returned) {
    boolean tells = answer == Answer.FOUND || answer == Answer.CONFLICT;
    boolean expects = kind == Kind.SWAP || kind == Kind.REMOVE;
    @Nullable Token token = expects ? RowCalls.token(expected) : null;
    calls.add(
        RowCalls.call(
            client,
            kind,
            token,
            RowCalls.row(put),
            answer,
            tells ? RowCalls.row(found) : null,
            invoked,
            returned));
  }
}
