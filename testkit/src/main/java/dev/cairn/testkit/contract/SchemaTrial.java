package dev.cairn.testkit.contract;

import dev.cairn.api.spi.Backend;

/** A store without a schema, which one test has for itself and damages. */
public interface SchemaTrial extends AutoCloseable {
  /** A backend on it. */
  Backend backend();

  /** A backend on it whose configuration names another compare-and-swap domain. */
  Backend ofAnotherDomain();

  /** Damages the schema, which was created, by the database's own means. */
  void damage(SchemaDamage damage);

  /** Drops it, and closes the backends. */
  @Override
  void close();
}
