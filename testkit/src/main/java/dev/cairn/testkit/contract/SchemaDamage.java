package dev.cairn.testkit.contract;

/** What can be wrong with a schema that was created. */
public enum SchemaDamage {
  /** A table, or whatever holds rows, is gone. */
  TABLE_MISSING,

  /** The record of the compare-and-swap domain is gone. */
  DOMAIN_MISSING,

  /** A column that rows need is gone, or an index. */
  COLUMN_MISSING,

  /** A column has another type, or a table another key. */
  TYPE_CHANGED
}
