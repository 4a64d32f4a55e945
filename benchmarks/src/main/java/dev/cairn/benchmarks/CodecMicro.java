package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectType;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.codec.FormatLevel;
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
import org.openjdk.jmh.annotations.Warmup;

/** A JMH benchmark of the codec: an object with some text or bytes to its stored form, and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CodecMicro {
  /** The value to encode. */
  record Value(String text, Bytes data) {}

  private record ValueType(String name, Class<Value> valueClass) implements ObjectType<Value> {}

  /** How many bytes the value has. */
  @Param({"100", "1024"})
  public int length;

  /** Whether the value is text, or any bytes. */
  @Param({"true", "false"})
  public boolean text;

  private final ObjectType<Value> type = new ValueType("value", Value.class);
  private final Codec codec = new Codec(FormatLevel.NEWEST);
  private final ObjectKey key =
      new ObjectKey(new dev.cairn.api.Scope("benchmark", "catalog"), "value", ObjectId.of(1));
  private Value value = new Value("", Bytes.empty());
  private Bytes encoded = Bytes.empty();

  /** Makes the value. */
  @Setup
  public void make() {
    value =
        text
            ? new Value("x".repeat(length), Bytes.empty())
            : new Value("", Bytes.wrap(new byte[length]));
    encoded = encode();
  }

  /** To the stored form. */
  @Benchmark
  public Bytes encode() {
    return codec.encode(type, value);
  }

  /** From the stored form. */
  @Benchmark
  public Object decode() {
    return codec.decode(type, key, Envelope.ofBytes(key, encoded));
  }
}
