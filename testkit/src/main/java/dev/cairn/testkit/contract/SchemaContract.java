package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.spi.Backend;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Schemas that are missing, damaged or another domain's: for every backend whose schema an operator
 * creates. A process that starts on one would find out by losing rows.
 */
public interface SchemaContract extends ContractPart {
  /** A store without a schema. */
  SchemaTrial emptyStore();

  /** Damages that this kind of database does not know, such as columns where there are none. */
  default Set<SchemaDamage> unknownDamages() {
    return Set.of();
  }

  @Test
  default void schemaThatLacksAPartIsRefusedUntilItIsCreated() {
    try (SchemaTrial trial = emptyStore()) {
      Backend backend = trial.backend();
      refused(backend, "is refused in a store without one");
      refused(backend, "creates nothing");
      createdAndVerified(backend);
      for (SchemaDamage damage : List.of(SchemaDamage.DOMAIN_MISSING, SchemaDamage.TABLE_MISSING)) {
        if (!unknownDamages().contains(damage)) {
          trial.damage(damage);
          refused(backend, "is refused with " + damage);
          createdAndVerified(backend);
        }
      }
    }
  }

  @Test
  default void schemaWithOtherColumnsOrTypesIsRefused() {
    for (SchemaDamage damage : List.of(SchemaDamage.COLUMN_MISSING, SchemaDamage.TYPE_CHANGED)) {
      if (!unknownDamages().contains(damage)) {
        try (SchemaTrial trial = emptyStore()) {
          createdAndVerified(trial.backend());
          trial.damage(damage);
          refused(trial.backend(), "is refused with " + damage);
        }
      }
    }
  }

  @Test
  default void processOfAnotherDomainIsRefusedAndChangesNothing() {
    try (SchemaTrial trial = emptyStore()) {
      createdAndVerified(trial.backend());
      Backend other = trial.ofAnotherDomain();
      refused(other, "is refused to a process of another domain");
      assertThrows(
          SchemaMismatchException.class,
          other::createSchema,
          "createSchema does not take over the schema of another domain");
      assertDoesNotThrow(trial.backend()::verifySchema, "the domain stays what it was");
    }
  }

  private static void createdAndVerified(Backend backend) {
    backend.createSchema();
    assertDoesNotThrow(backend::verifySchema, "createSchema creates all that verifySchema checks");
  }

  private static void refused(Backend backend, String guarantee) {
    SchemaMismatchException refused =
        assertThrows(
            SchemaMismatchException.class,
            backend::verifySchema,
            () -> "a schema " + guarantee + "; verifySchema accepted it");
    assertTrue(
        String.valueOf(refused.getMessage()).length() > 20,
        () -> "a refusal says what was found and what to apply, not: " + refused.getMessage());
  }
}
