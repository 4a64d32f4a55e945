package dev.cairn.benchmarks;

import dev.cairn.api.ObjectRef;
import dev.cairn.core.index.CaffeinePageCache;
import dev.cairn.core.index.Index;
import dev.cairn.core.index.IndexLimits;
import dev.cairn.core.index.Pages;
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

/** An index by JMH: a lookup in an open one, and a head made of the head before. */
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
  private HeadLine line = new HeadLine(new Pages(file, cache()), file, IndexLimits.DEFAULT);
  private Index<ObjectRef> open = line.open();

  private static CaffeinePageCache cache() {
    return new CaffeinePageCache(256 << 20, Runnable::run);
  }

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

  /** A key that is there, with making its name. */
  @Benchmark
  public Optional<ObjectRef> get() {
    return open.get(workload.randomKey());
  }

  /** Another value for a key that is there, from a stored head to the next one. */
  @Benchmark
  public int update() {
    line.put(workload.randomKey(), workload.nextValue());
    return line.roots().size();
  }
}
