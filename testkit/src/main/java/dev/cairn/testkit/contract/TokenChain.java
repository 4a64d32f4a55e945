package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that conditional writes of one row can have happened one after the other. Each takes a
 * token away, or finds no row, and puts another, or leaves no row. Since tokens never recur, in any
 * sound history every token that was put is taken at most once, by a write that was applied, and
 * only the last one is still there. A write with an unknown outcome may have happened or not.
 */
final class TokenChain {
  /** A write that was applied or may have been. */
  record Step(Optional<Token> taken, Optional<Token> put, boolean certain) {}

  private final List<Step> steps = new ArrayList<>();

  /** Records how a write ended that expected {@code taken} and would leave {@code put}. */
  synchronized void add(Optional<Token> taken, Optional<Token> put, CasResult<?> result) {
    if (!(result instanceof CasResult.Conflict)) {
      steps.add(new Step(taken, put, result instanceof CasResult.Applied));
    }
  }

  synchronized void check(Optional<Token> there) {
    Set<Token> surelyTaken = new HashSet<>();
    Set<Token> perhapsTaken = new HashSet<>();
    Set<Token> perhapsPut = new HashSet<>();
    for (Step step : steps) {
      step.put().ifPresent(perhapsPut::add);
      step.taken().ifPresent(perhapsTaken::add);
      if (step.certain() && step.taken().isPresent()) {
        assertTrue(
            surelyTaken.add(step.taken().get()), () -> "two writes replaced the same row: " + step);
      }
    }
    assertTrue(perhapsPut.containsAll(surelyTaken), "a write replaced a row that never was there");
    there.ifPresent(
        token -> {
          assertTrue(perhapsPut.contains(token), "no client wrote the row that is there");
          assertTrue(!surelyTaken.contains(token), "the row that is there was replaced before");
        });
    Set<Token> lost = new HashSet<>();
    steps.stream().filter(Step::certain).forEach(step -> step.put().ifPresent(lost::add));
    lost.removeAll(perhapsTaken);
    there.ifPresent(lost::remove);
    assertEquals(Set.of(), lost, "rows that were written and vanished without being replaced");
  }
}
