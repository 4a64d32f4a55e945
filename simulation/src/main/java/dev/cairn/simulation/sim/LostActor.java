package dev.cairn.simulation.sim;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An actor that has its turn and does not come back to a switch point. */
final class LostActor extends AssertionError {
  LostActor(@Nullable Strand strand) {
    super(message(strand));
  }

  private static String message(@Nullable Strand strand) {
    Thread thread = strand == null ? null : strand.thread();
    if (strand == null || thread == null) {
      return "no actor comes back";
    }
    String stack =
        Arrays.stream(thread.getStackTrace())
            .map(frame -> "\n    at " + frame)
            .collect(Collectors.joining());
    return "%s has its turn and does not come back; it is %s outside backend, clock and waiter:%s"
        .formatted(strand.name, thread.getState(), stack);
  }
}
