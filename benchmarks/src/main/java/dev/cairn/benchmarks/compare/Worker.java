package dev.cairn.benchmarks.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The process of a side: reads an order a line, answers a line each, ends with its input. */
public final class Worker {
  /** What a worker is told. */
  enum Verb {
    OPEN,
    WARM_UP,
    RUN,
    DROP
  }

  /** An order; {@code cell} only with {@link Verb#OPEN}. */
  record Order(Verb verb, @Nullable Cell cell, double seconds) {}

  /** An answer: figures if there are any, or what went wrong. */
  record Answer(@Nullable Figures figures, @Nullable String error) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private Worker() {}

  /** The argument is the name of the side. */
  public static void main(String[] args) throws IOException {
    try (Side side = new LocalSide(Side.Name.valueOf(args[0]));
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(JSON.writeValueAsString(answer(side, JSON.readValue(line, Order.class))));
      }
    }
  }

  // Whatever it is, the other side goes on, so it is told rather than thrown.
  private static Answer answer(Side side, Order order) {
    try {
      return new Answer(follow(side, order), null);
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      return new Answer(null, e.toString());
    }
  }

  private static @Nullable Figures follow(Side side, Order order) {
    switch (order.verb()) {
      case OPEN -> {
        if (order.cell() == null) {
          throw new IllegalArgumentException("no cell to open");
        }
        side.open(order.cell());
      }
      case WARM_UP -> side.warmUp(order.seconds());
      case RUN -> {
        return side.run(order.seconds());
      }
      case DROP -> side.drop();
    }
    return null;
  }
}
