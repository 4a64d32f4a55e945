package dev.cairn.backend.rocksdb;

/** What an acknowledged conditional write has survived. */
public enum Durability {
  /** It is on the disk: it survives the loss of power. */
  SYNC,

  /**
   * The operating system has it: it survives the death of the process, not that of the machine.
   * What is there after a machine died is a state from shortly before.
   */
  OS
}
