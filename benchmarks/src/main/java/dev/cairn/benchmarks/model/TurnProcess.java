package dev.cairn.benchmarks.model;

import dev.cairn.benchmarks.model.TurnModel.TurnRow;
import dev.cairn.core.internal.turn.TurnLine;
import dev.cairn.core.internal.turn.TurnList;
import dev.cairn.core.internal.turn.TurnMetrics;
import dev.cairn.core.internal.turn.TurnRules;
import dev.cairn.core.internal.turn.TurnStep;
import dev.cairn.core.internal.turn.TurnView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A process of a {@link TurnModel}: its callers, its queue and its leader. */
final class TurnProcess {
  private static final int CALLERS = 16;
  private static final int GROUP_SIZE = 128;
  private static final double CPU_MILLIS = 0.03;
  private static final double FIRST_WAIT = 1;
  private static final double MOST_WAIT = 200;

  private final TurnModel model;
  private final TurnLoad load;
  private final int node;
  private final double slow;
  private final boolean isBusy;
  private final TurnLine line;
  private final Deque<Double> queue = new ArrayDeque<>();
  private List<Double> group = new ArrayList<>();
  private double nextArrival;
  private TurnRow seen;
  private boolean isFresh;
  private long loaded;
  private int losses;
  private boolean isContended;
  private long done;

  TurnProcess(TurnModel model, TurnLoad load, int node) {
    this.model = model;
    this.load = load;
    this.node = node;
    this.slow = node == 0 ? load.slow() : 1;
    this.isBusy = load.perSecond() == 0 || (node == 0 && load.isBusyBeside());
    this.seen = model.row();
    this.line = new TurnLine(TurnRules.DEFAULT, model.random(), new TurnMetrics() {});
  }

  void start() {
    if (isBusy) {
      for (int i = 0; i < CALLERS; i++) {
        queue.add(model.now());
      }
    } else {
      nextArrival = model.now() + gap();
    }
    step();
  }

  long done() {
    return done;
  }

  /** When the commits were submitted that have no result. */
  List<Double> open() {
    arrivals();
    List<Double> all = new ArrayList<>(group);
    all.addAll(queue);
    return all;
  }

  private double gap() {
    return -Math.log(1 - model.random().nextDouble()) * 1e3 / load.perSecond();
  }

  private void arrivals() {
    if (!isBusy) {
      while (nextArrival <= model.now()) {
        queue.add(nextArrival);
        nextArrival += gap();
      }
    }
  }

  private void step() {
    arrivals();
    TurnStep next = next();
    if (next instanceof TurnStep.Commit commit) {
      model.after(commit.isContended() ? backOff() : 0, this::attempt);
    } else if (next instanceof TurnStep.Look look) {
      model.after(look.waitMicros() / 1e3, this::look);
    } else if (next instanceof TurnStep.Pause pause) {
      model.after(pause.waitMicros() / 1e3, this::step);
    } else if (next instanceof TurnStep.Join) {
      join();
    } else if (next instanceof TurnStep.Leave) {
      model.swap(seen, seen.head(), seen.list().without(node), slow, (applied, row) -> see(row));
    } else {
      isFresh = false;
      model.after(nextArrival - model.now() + 1e-6, this::step);
    }
  }

  private TurnStep next() {
    if (!load.isSharing()) {
      boolean wasContended = isContended;
      isContended = false;
      return queue.isEmpty() ? new TurnStep.Done() : new TurnStep.Commit(wasContended);
    }
    if (seen.list().isEmpty() && !line.isEngaged()) {
      return queue.isEmpty() ? new TurnStep.Done() : new TurnStep.Commit(false);
    }
    long now = model.nowMicros();
    long oldest = queue.isEmpty() ? 0 : now - Math.round(queue.peek() * 1e3);
    return line.next(
        new TurnView(seen.list(), node, seen.head(), isFresh, queue.size(), oldest, now));
  }

  private double backOff() {
    double bound = Math.min(MOST_WAIT, FIRST_WAIT * Math.pow(2, Math.min(20, losses - 1)));
    return model.random().nextDouble() * bound;
  }

  private void see(TurnRow row) {
    if (row.token() > seen.token()) {
      seen = row;
    }
    isFresh = true;
    step();
  }

  private void look() {
    long began = model.nowMicros();
    model.read(
        false,
        slow,
        (applied, row) -> {
          line.read(model.nowMicros() - began);
          see(row);
        });
  }

  private void join() {
    long began = model.nowMicros();
    TurnRow base = seen;
    model.swap(
        base,
        base.head(),
        base.list().plus(node),
        slow,
        (applied, row) -> {
          if (applied) {
            line.joined(base.list().size());
          } else {
            line.joinLost(row.head() == base.head(), model.nowMicros() - began);
          }
          see(row);
        });
  }

  private void attempt() {
    TurnRow base = seen;
    long began = model.nowMicros();
    arrivals();
    double time = 0;
    if (loaded != base.head()) {
      time = model.call(model.service().readMillis(), slow);
    }
    model.after(
        time,
        () -> {
          loaded = base.head();
          arrivals();
          while (!queue.isEmpty() && group.size() < GROUP_SIZE) {
            group.add(queue.remove());
          }
          double write = model.call(model.service().writeMillis(), slow);
          model.after(
              CPU_MILLIS * group.size() * slow + write,
              () -> swap(base, base, model.nowMicros() - began));
        });
  }

  private void swap(TurnRow base, TurnRow current, long prepared) {
    arrivals();
    TurnList list = TurnList.EMPTY;
    if (load.isSharing() && !current.list().isEmpty()) {
      double until = line.returnsUntil() / 1e3;
      long returned =
          group.stream().filter(each -> each <= until).count()
              + queue.stream().filter(each -> each <= until).count();
      list =
          line.after(
              current.list(), node, group.size(), queue.size(), (int) returned, model.nowMicros());
    }
    TurnList next = list;
    long sent = model.nowMicros();
    model.swap(
        current,
        base.head() + 1,
        next,
        slow,
        (applied, row) -> {
          long took = model.nowMicros() - sent;
          if (applied) {
            applied(row, next, prepared, took);
          } else if (load.isSharing() && row.head() == base.head()) {
            swap(base, row, prepared);
          } else {
            lost(row, prepared, took);
          }
        });
  }

  private void applied(TurnRow row, TurnList list, long prepared, long swapMicros) {
    long now = model.nowMicros();
    line.applied(list, node, group.size(), prepared, swapMicros, now);
    loaded = row.head();
    losses = 0;
    for (double submitted : group) {
      if (model.note(model.now() - submitted)) {
        done++;
      }
      if (isBusy) {
        queue.add(model.now());
      }
    }
    group = new ArrayList<>();
    see(row);
  }

  private void lost(TurnRow row, long prepared, long swapMicros) {
    for (int i = group.size() - 1; i >= 0; i--) {
      queue.addFirst(group.get(i));
    }
    group = new ArrayList<>();
    losses++;
    isContended = true;
    if (load.isSharing()) {
      line.lost(prepared, swapMicros);
    }
    see(row);
  }
}
