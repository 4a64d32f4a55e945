package dev.cairn.core.maintenance;

/** Is told what kind of work is done. */
@FunctionalInterface
interface Phases {
  /** To be told of every bit of work of {@code name}. */
  Steps phase(String name);
}
