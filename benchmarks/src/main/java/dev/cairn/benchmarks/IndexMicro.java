package dev.cairn.benchmarks;

import dev.cairn.api.ObjectRef;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.Pages;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A JMH benchmark of an index: a lookup in an open one, and a head made from its predecessor. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class IndexMicro {
  /** How many keys there are. */
  @Param({"1000", "100000"})
  public int keys;

  private PageFile file = new PageFile();
  private IndexWorkload workload = new IndexWorkload(1);
  private HeadSequence line =
      new HeadSequence(
          new Pages(file, IndexSettings.cache(256 << 20, Runnable::run)),
          file,
          IndexLimits.DEFAULT);
  private Index<ObjectRef> open = line.open();

  /** Fills the index, a key a head. */
  @Setup
  public void fill() {
    workload = new IndexWorkload(keys);
    for (int i = 0; i < keys; i++) {
      line.put(workload.key(i), workload.nextValue());
    }
    open = line.open();
  }

  /** Deletes the pages. */
  @TearDown
  public void close() {
    file.close();
  }

  /** Looks up an existing key, and makes its name. */
  @Benchmark
  public Optional<ObjectRef> get() {
    return open.get(workload.randomKey());
  }

  /** Gives an existing key another value, from a stored head to the next one. */
  @Benchmark
  public int update() {
    line.put(workload.randomKey(), workload.nextValue());
    return line.roots().size();
  }
}
