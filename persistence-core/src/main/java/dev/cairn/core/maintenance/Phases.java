package dev.cairn.core.maintenance;

/** Is told what kind of work is done. */
@FunctionalInterface
public interface Phases {
  /** To be told of every bit of work of {@code name}. */
  Steps phase(String name);
}
