package dev.cairn.simulation.sim;

import dev.cairn.testkit.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Whose turn it is next: drawn from a seed, or as recorded; and a record of it. */
final class Choices {
  private static final double[] STAYING = {0, 0.5, 0.9};

  private final Random random;
  private final double staying;
  private final @Nullable Schedule recorded;
  private int[] made = new int[64];
  private int count;
  private boolean diverged;

  Choices(long seed, @Nullable Schedule recorded) {
    this.random = new Seed(seed).random("choices");
    // Some bugs need many switches, others a long run of one actor at the wrong moment.
    this.staying = STAYING[random.nextInt(STAYING.length)];
    this.recorded = recorded;
  }

  /** The next of {@code runnable}, which are two or more; {@code present} ran until now. */
  Strand next(List<Strand> runnable, @Nullable Strand present) {
    Strand chosen = draw(runnable, present);
    if (recorded != null && count < recorded.length()) {
      int number = recorded.at(count);
      chosen =
          runnable.stream().filter(strand -> strand.number == number).findFirst().orElse(chosen);
      diverged |= chosen.number != number;
    }
    if (count == made.length) {
      made = Arrays.copyOf(made, 2 * count);
    }
    made[count++] = chosen.number;
    return chosen;
  }

  private Strand draw(List<Strand> runnable, @Nullable Strand present) {
    boolean stays = staying > 0 && random.nextDouble() < staying;
    return stays && present != null && runnable.contains(present)
        ? present
        : runnable.get(random.nextInt(runnable.size()));
  }

  Schedule schedule() {
    return new Schedule(Arrays.copyOf(made, count));
  }

  /** Whether a recorded choice could not be made. */
  boolean diverged() {
    return diverged;
  }
}
