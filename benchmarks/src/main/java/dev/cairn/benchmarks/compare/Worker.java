package dev.cairn.benchmarks.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The process of a side: reads one order per line, answers each with a line, and ends with its
 * input.
 */
public final class Worker {
  /** The kinds of orders. */
  enum Verb {
    OPEN,
    WARM_UP,
    RUN,
    DROP
  }

  /** An order; {@code cell} only with {@link Verb#OPEN}. */
  record Order(Verb verb, @Nullable Cell cell, double seconds) {}

  /** An answer: figures, if any, or an error. */
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

  // The other side continues after any error, so report it instead of throwing it.
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
