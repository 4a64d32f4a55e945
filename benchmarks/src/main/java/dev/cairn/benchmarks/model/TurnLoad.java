package dev.cairn.benchmarks.model;

/**
 * The processes of a {@link TurnModel} and their commits.
 *
 * @param processes how many there are
 * @param perSecond commits a second of each process; 0 for callers without a pause
 * @param isBusyBeside whether the first process has callers without a pause, whatever the others do
 * @param isSharing whether processes take turns; otherwise they race
 * @param slow how many times as long as those of the others the calls of the first process take
 * @param spread how much calls differ in time: the standard deviation of its logarithm
 */
public record TurnLoad(
    int processes,
    double perSecond,
    boolean isBusyBeside,
    boolean isSharing,
    double slow,
    double spread) {
  /** The 99th percentile of a call is three times its median. */
  public static final double SPREAD = Math.log(3) / 2.326;

  /** Processes whose callers commit without a pause. */
  public static TurnLoad saturated(int processes, boolean isSharing) {
    return new TurnLoad(processes, 0, false, isSharing, 1, SPREAD);
  }

  /** Processes that commit so often together, at random times. */
  public static TurnLoad open(int processes, double perSecond, boolean isSharing) {
    return new TurnLoad(processes, perSecond / processes, false, isSharing, 1, SPREAD);
  }

  /** One busy process, and others with one commit a second. */
  public static TurnLoad mixed(int processes, boolean isSharing) {
    return new TurnLoad(processes, 1, true, isSharing, 1, SPREAD);
  }

  /** Busy processes, one of them ten times as slow as the others. */
  public static TurnLoad withSlow(int processes, boolean isSharing) {
    return new TurnLoad(processes, 0, false, isSharing, 10, SPREAD);
  }
}
