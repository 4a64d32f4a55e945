package dev.cairn.api.check;

import java.util.Optional;

/**
 * A part of a reference's state that a finding affects.
 *
 * @param reference the reference's name
 * @param version the version of the state; 0 if the finding concerns the reference itself
 * @param index the index; empty if the whole state is affected
 * @param keys the keys of that index; empty if the whole index is affected
 */
public record Affected(
    String reference, long version, Optional<String> index, Optional<KeyRange> keys) {
  /** A whole state. */
  public static Affected state(String reference, long version) {
    return new Affected(reference, version, Optional.empty(), Optional.empty());
  }

  @Override
  public String toString() {
    return "%s@%s%s%s"
        .formatted(
            reference,
            version,
            index.map(name -> " " + name).orElse(""),
            keys.map(range -> " " + range).orElse(""));
  }
}
