package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;

/**
 * The ID of a commit, applied or not.
 *
 * <p>It holds the reference, the time at which the reference was created, the head that contains
 * the commit if it was applied, and the entry in that head's log. Finding out about a commit
 * therefore takes only a few reads.
 *
 * @param reference the name of the reference
 * @param createdAtMicros when the reference was created; distinguishes it from later references
 *     with the same name
 * @param head the head that contains the commit
 * @param entry the ID of the commit's entry in the head's log
 */
public record CommitId(String reference, long createdAtMicros, HeadId head, long entry) {
  private static final int FORMAT = 1;

  /** Checks the numbers and the name. */
  public CommitId {
    if (createdAtMicros < 0 || entry < 0) {
      throw new IllegalArgumentException(
          "not a commit: created at %d, entry %d".formatted(createdAtMicros, entry));
    }
  }

  /** Parses the result of {@link #toString}. */
  public static CommitId parse(String text) {
    try {
      ByteReader in = new ByteReader("a commit ID", Bytes.ofHex(text));
      if (in.getByte() != FORMAT) {
        throw in.damaged("its format is unknown");
      }
      CommitId id =
          new CommitId(
              in.getText(), in.getVarint(), new HeadId(in.getVarint(), in.getLong()), in.getLong());
      in.expectEnd();
      // Any scope will do: names follow the same rules in all scopes.
      ReferenceKey unused = new ReferenceKey(Scope.SYSTEM, id.reference());
      return id;
    } catch (IllegalArgumentException | DamagedDataException e) {
      throw new IllegalArgumentException(
          "'%s' is not the ID of a commit: %s".formatted(text, e.getMessage()), e);
    }
  }

  /** The ID as text without spaces, in the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return new ByteWriter(64)
        .putByte(FORMAT)
        .putText(reference)
        .putVarint(createdAtMicros)
        .putVarint(head.version())
        .putLong(head.id())
        .putLong(entry)
        .toBytes()
        .toHex();
  }
}
