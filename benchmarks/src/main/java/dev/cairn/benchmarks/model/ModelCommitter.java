package dev.cairn.benchmarks.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * An actor that moves the reference: with group commit the leader of a process, without it each
 * caller. Callers wait in a queue, which without group commit has one place.
 */
final class ModelCommitter {
  private static final double FIRST_WAIT = 1;
  private static final double MOST_WAIT = 200;
  private static final double FIRST_REFUSED_WAIT = 25;

  /** The state that the actors of a process share. */
  private static final class Memory {
    private long version;
    private long loaded;
  }

  private final QueueModel simulation;
  private final int process;
  private final Memory memory;
  private final Deque<Double> queue = new ArrayDeque<>();
  private List<Double> group = new ArrayList<>();
  private int losses;

  private ModelCommitter(QueueModel simulation, int process, Memory memory) {
    this.simulation = simulation;
    this.process = process;
    this.memory = memory;
  }

  /** The actors of a process, which begin within the first millisecond. */
  static List<ModelCommitter> start(QueueModel simulation, int process) {
    Crowd crowd = simulation.crowd();
    Memory memory = new Memory();
    boolean grouped = crowd.groupSize() > 1;
    List<ModelCommitter> actors = new ArrayList<>();
    for (int i = 0; i < (grouped ? 1 : crowd.callers()); i++) {
      ModelCommitter actor = new ModelCommitter(simulation, process, memory);
      actors.add(actor);
      simulation.after(
          simulation.uniform(1),
          () -> {
            for (int j = 0; j < (grouped ? crowd.callers() : 1); j++) {
              actor.queue.add(simulation.now());
            }
            actor.attempt();
          });
    }
    return actors;
  }

  /** The submission times of the commits in progress. */
  List<Double> waiting() {
    List<Double> all = new ArrayList<>(group);
    all.addAll(queue);
    return all;
  }

  private void attempt() {
    while (!queue.isEmpty() && group.size() < simulation.crowd().groupSize()) {
      group.add(queue.remove());
    }
    if (group.isEmpty()) {
      return;
    }
    long base = memory.version;
    double time = group.size() * simulation.crowd().cpuMillis();
    if (memory.loaded < base) {
      time += simulation.call(simulation.service().readMillis());
    }
    time += simulation.call(simulation.service().writeMillis());
    simulation.after(
        time,
        () -> {
          memory.loaded = Math.max(memory.loaded, base);
          swap(base, 0);
        });
  }

  private void swap(long base, int refused) {
    double way = simulation.call(simulation.service().swapMillis()) / 2;
    simulation.after(way, () -> arrive(base, refused, way));
  }

  private void arrive(long base, int refused, double way) {
    Row row = simulation.row();
    if (!row.accepts(simulation.now())) {
      double wait = simulation.uniform(FIRST_REFUSED_WAIT * Math.pow(2, Math.min(4, refused)));
      simulation.after(way + wait, () -> swap(base, refused + 1));
      return;
    }
    double done = row.reserve(simulation.now());
    simulation.after(
        done - simulation.now(),
        () -> {
          boolean applied = row.swap(base);
          long version = row.version();
          simulation.after(way, () -> answer(applied, version));
        });
  }

  private void answer(boolean applied, long version) {
    if (applied) {
      memory.version = Math.max(memory.version, version);
      memory.loaded = Math.max(memory.loaded, version);
      losses = 0;
      List<Double> done = group;
      group = new ArrayList<>();
      for (double submitted : done) {
        simulation.committed(process, submitted);
        queue.add(simulation.now());
      }
      attempt();
    } else if (simulation.service().tellsRow()) {
      lost(version);
    } else {
      double time = simulation.call(simulation.service().readMillis());
      simulation.after(time, () -> lost(simulation.row().version()));
    }
  }

  private void lost(long version) {
    memory.version = Math.max(memory.version, version);
    double bound = Math.min(MOST_WAIT, FIRST_WAIT * Math.pow(2, Math.min(20, losses)));
    losses++;
    // Callers that arrived meanwhile join the next try.
    List<Double> again = group;
    group = new ArrayList<>();
    for (int i = again.size() - 1; i >= 0; i--) {
      queue.addFirst(again.get(i));
    }
    simulation.after(simulation.uniform(bound), this::attempt);
  }
}
