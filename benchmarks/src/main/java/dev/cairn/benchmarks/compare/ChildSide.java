package dev.cairn.benchmarks.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.benchmarks.ChildProgram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures in a separate process. A process that fails or does not answer is ended, and the next
 * order to open a cell starts another.
 */
final class ChildSide implements Side {
  private static final long OPEN_SECONDS = 420;
  private static final long OTHER_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Name name;
  private final List<String> options;
  private @Nullable ChildProgram process;

  ChildSide(Name name, List<String> options) {
    this.name = name;
    this.options = options;
  }

  @Override
  public void open(Cell cell) {
    if (process == null) {
      start();
    }
    var unused = order(new Worker.Order(Worker.Verb.OPEN, cell, 0), OPEN_SECONDS);
  }

  @Override
  public Figures run(double seconds) {
    Figures figures = order(new Worker.Order(Worker.Verb.RUN, null, seconds), patience(seconds));
    if (figures == null) {
      throw new IllegalStateException(name + " measured nothing");
    }
    return figures;
  }

  @Override
  public void warmUp(double mostSeconds) {
    var unused =
        order(new Worker.Order(Worker.Verb.WARM_UP, null, mostSeconds), patience(mostSeconds));
  }

  private static long patience(double seconds) {
    return OTHER_SECONDS + (long) (20 * seconds);
  }

  @Override
  public void drop() {
    if (process != null) {
      var unused = order(new Worker.Order(Worker.Verb.DROP, null, 0), OTHER_SECONDS);
    }
  }

  private void start() {
    process =
        ChildProgram.start(
            name.name(),
            options,
            System.getProperty("java.class.path"),
            Worker.class.getName(),
            name.name());
  }

  private @Nullable Figures order(Worker.Order order, long seconds) {
    ChildProgram running = process;
    if (running == null) {
      throw new IllegalStateException(name + " has no process");
    }
    try {
      running.send(JSON.writeValueAsString(order));
      Worker.Answer answer = JSON.readValue(running.answer(seconds), Worker.Answer.class);
      if (answer.error() != null) {
        throw new IllegalStateException(answer.error());
      }
      return answer.figures();
    } catch (JsonProcessingException | IllegalStateException e) {
      running.kill();
      process = null;
      throw new IllegalStateException(
          "%s did not do %s: %s".formatted(name, order.verb(), e.getMessage()), e);
    }
  }

  /** The process deletes its files and ends. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
    process = null;
  }
}
