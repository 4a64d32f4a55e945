package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;

/** An empty schema that a test has for itself, and the statements that damage what is created. */
final class JdbcSchemaTrial implements SchemaTrial {
  private final TestDatabase database;
  private final String changeOfType;
  private final Backend backend;
  private final Backend other;

  /**
   * @param changeOfType the statement that gives the column {@code content} of references another
   *     type
   */
  JdbcSchemaTrial(TestDatabase database, String changeOfType) {
    this.database = database;
    this.changeOfType = changeOfType;
    backend = database.withPoolSize(2).open();
    other = database.withPoolSize(2).withDomain("elsewhere").open();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Backend ofAnotherDomain() {
    return other;
  }

  @Override
  public void damage(SchemaDamage damage) {
    database.execute(
        switch (damage) {
          case TABLE_MISSING -> "DROP TABLE cairn_references";
          case DOMAIN_MISSING -> "DELETE FROM cairn_schema";
          case COLUMN_MISSING -> "ALTER TABLE cairn_objects DROP COLUMN token";
          case TYPE_CHANGED -> changeOfType;
        });
  }

  /** The schema goes with the server's database, at the end of the run. */
  @Override
  public void close() {
    backend.close();
    other.close();
  }
}
