package dev.cairn.cli.output;

/**
 * A number that names something, such as a version or a node: a number in JSON, and for people
 * without marks between thousands.
 *
 * @param number which
 */
public record Serial(long number) {
  @Override
  public String toString() {
    return Long.toString(number);
  }
}
