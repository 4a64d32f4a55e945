package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CasResultTest {
  @Test
  void aConflictTellsNothingThereFromNotTold() {
    assertEquals(new CasResult.Conflict<>(Optional.of("row"), true), CasResult.conflictWith("row"));
    assertEquals(new CasResult.Conflict<>(Optional.empty(), true), CasResult.conflictWithNothing());
    assertEquals(new CasResult.Conflict<>(Optional.empty(), false), CasResult.conflict());
    assertNotEquals(CasResult.conflictWithNothing(), CasResult.conflict());
  }

  @Test
  void aRowThatWasNotReportedCannotBeThere() {
    Optional<String> row = Optional.of("row");
    assertThrows(IllegalArgumentException.class, () -> new CasResult.Conflict<>(row, false));
  }

  @Test
  void exactlyTheWritesThatCompareATokenOrAbsenceAreConditional() {
    EnumSet<Operation> conditional = EnumSet.allOf(Operation.class);
    conditional.removeIf(operation -> !operation.isConditional());
    assertEquals(
        Set.of(
            Operation.INSERT_REFERENCE,
            Operation.SWAP_REFERENCE,
            Operation.WRITE_AND_SWAP,
            Operation.REMOVE_REFERENCE,
            Operation.INSERT,
            Operation.SWAP,
            Operation.DELETE_IF),
        conditional);
  }
}
