package dev.cairn.simulation.broken;

import java.util.Set;

/** What an adapter may fail to check, with the tests that have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // Sets of names do not change.
enum SchemaVariant {
  SOUND,
  VERIFIES_NOTHING(
      "schemaThatLacksAPartIsRefusedUntilItIsCreated",
      "schemaWithOtherColumnsOrTypesIsRefused",
      "processOfAnotherDomainIsRefusedAndChangesNothing"),
  VERIFIES_TABLES_ONLY(
      "schemaThatLacksAPartIsRefusedUntilItIsCreated",
      "schemaWithOtherColumnsOrTypesIsRefused",
      "processOfAnotherDomainIsRefusedAndChangesNothing"),
  VERIFYING_CREATES("schemaThatLacksAPartIsRefusedUntilItIsCreated"),
  TAKES_OVER_THE_DOMAIN("processOfAnotherDomainIsRefusedAndChangesNothing");

  private final Set<String> caughtBy;

  SchemaVariant(String... caughtBy) {
    this.caughtBy = Set.of(caughtBy);
  }

  /** The names of the tests that have to fail, and no others; every test is named somewhere. */
  Set<String> caughtBy() {
    return caughtBy;
  }
}
