package dev.cairn.backend.rocksdb;

/** What an acknowledged conditional write has survived. */
public enum Durability {
  /** It is on the disk: it survives the loss of power. */
  SYNC,

  /**
   * The operating system has it: it survives the death of the process, not that of the machine.
   * After a machine died some of the last rows can be missing while later ones are there: a log
   * that was finished shortly before may have lost its end, which looks like a write that was not
   * finished, and the next log be whole. Opening with {@link LogRecovery#POINT_IN_TIME} leaves out
   * what comes after a torn record.
   */
  OS
}
