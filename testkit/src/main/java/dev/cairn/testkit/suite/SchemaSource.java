package dev.cairn.testkit.suite;

import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;
import java.util.Set;

/** Stores whose schema an operator creates, and which tests may damage. */
public interface SchemaSource {
  /** A store without a schema. */
  SchemaTrial storeWithoutSchema(TestRun run);

  /** Damages that this kind of database does not know, such as columns where there are none. */
  default Set<SchemaDamage> unknownDamages() {
    return Set.of();
  }
}
