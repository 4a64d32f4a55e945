package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.core.head.AppliedWindow;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a head keeps the keys that were applied: in an index for each slice of time.
 *
 * <p>A key is found by when its request was first accepted, which all attempts know, and a hash of
 * the rest. So new keys go to one edge of one index, whatever they look like, and when a slice is
 * older than the watermark its index leaves the head as a whole, without a look at its pages. The
 * newest are in a list of {@link RecentKeys} first, and go to the index many at a time, as {@link
 * KeyRuns}.
 *
 * <p>Slices have 2^n seconds, about a quarter or less of the time that keys are kept; n is a part
 * of the index's name, so processes that are configured differently find each other's keys.
 */
final class AppliedKeys {
  /** What the names of the indexes begin with. */
  static final String PREFIX = "cairn.applied.";

  private static final String RUNS = ".runs";

  private static final int SLICES = 4;
  private static final int HASH_BYTES = 12;

  /** How many bytes {@link Place#key} has. */
  static final int KEY_BYTES = Long.BYTES + HASH_BYTES;

  private static final int FORMAT = 1;
  private static final int APPLIED = 0;
  private static final int FAILED = 1;
  private static final long MICROS = 1_000_000;

  // To look an algorithm up takes longer than to hash a key.
  private static final MessageDigest SHA_256 = newSha256();

  private AppliedKeys() {}

  /**
   * Where a key is.
   *
   * @param exponent its slice has 2 to the power of this seconds
   * @param key what it is told apart by there: when it was accepted, and a hash
   */
  record Place(int exponent, Bytes key) {
    /** When the key was accepted, in microseconds. */
    long accepted() {
      return key.toByteBuffer().getLong();
    }

    Slice slice() {
      return new Slice(exponent, (accepted() / MICROS) >> exponent);
    }
  }

  /**
   * A slice of time.
   *
   * @param exponent it has 2 to the power of this seconds
   * @param number how many of this length were before it since 1970
   */
  record Slice(int exponent, long number) {
    /** The name of the index of its runs. */
    String runs() {
      return index() + RUNS;
    }

    /** The name of an index with an entry for each key, as heads had before there were runs. */
    String index() {
      return PREFIX + exponent + "." + number;
    }
  }

  static Place place(CommitKey key) {
    long accepted = micros(key.acceptedAt());
    int exponent = 63 - Long.numberOfLeadingZeros(Math.max(1, key.window().toSeconds() / SLICES));
    byte[] hash = Arrays.copyOf(sha256(key.request() + '\0' + key.step()), HASH_BYTES);
    byte[] bytes = ByteBuffer.allocate(KEY_BYTES).putLong(accepted).put(hash).array();
    return new Place(exponent, Bytes.wrap(bytes));
  }

  private static byte[] sha256(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    try {
      return ((MessageDigest) SHA_256.clone()).digest(utf8);
    } catch (CloneNotSupportedException e) {
      return newSha256().digest(utf8); // some providers have none that can be cloned
    }
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /**
   * What is known of keys in the state of a reference; null if no key was ever applied. A reference
   * that was deleted and created again has lost the keys of its earlier lives, so it begins with
   * knowing nothing of what was accepted before.
   *
   * @param head the head of {@code row}; null if it has none
   */
  static @Nullable AppliedWindow knownBy(ReferenceRow row, @Nullable OpenHead head) {
    if (head != null) {
      return head.head().applied();
    }
    return row.earlierHeads().heads().isEmpty() ? null : AppliedWindow.from(row.createdAtMicros());
  }

  /** Whether the index called {@code index} has new keys after all others, or nearly so. */
  static boolean growsAtTheEdge(String index) {
    return index.startsWith(PREFIX);
  }

  /** Whether {@code roots} has an index with an entry for each key: {@link Slice#index}. */
  static boolean hasOlderForm(SortedMap<String, Bytes> roots) {
    for (String name : roots.tailMap(PREFIX).keySet()) {
      if (!name.startsWith(PREFIX)) {
        break;
      }
      if (!name.endsWith(RUNS)) {
        return true;
      }
    }
    return false;
  }

  /** Whether slices may have been passed on the way from one watermark to another. */
  static boolean mayDrop(@Nullable AppliedWindow before, AppliedWindow after) {
    return before == null || before.watermark() / MICROS != after.watermark() / MICROS;
  }

  /** The slices among {@code roots} that have only keys accepted before {@code watermark}. */
  static SortedSet<String> dropped(SortedMap<String, Bytes> roots, long watermark) {
    SortedSet<String> names = new TreeSet<>();
    for (String name : roots.tailMap(PREFIX).keySet()) {
      if (!name.startsWith(PREFIX)) {
        break;
      }
      if (endOf(name) <= watermark) {
        names.add(name);
      }
    }
    return names;
  }

  // One that a later release names otherwise is kept.
  private static long endOf(String name) {
    int stop = name.endsWith(RUNS) ? name.length() - RUNS.length() : name.length();
    String[] parts =
        name.substring(PREFIX.length(), Math.max(PREFIX.length(), stop)).split("\\.", -1);
    try {
      int exponent = Integer.parseInt(parts[0]);
      long end = (Long.parseLong(parts[1]) + 1) << exponent;
      return parts.length == 2 && end < Long.MAX_VALUE / MICROS ? end * MICROS : Long.MAX_VALUE;
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * What a head keeps: 12 bytes or so besides the result, for all of it is written with every head.
   */
  static StoredValue value(boolean isFailure, Bytes result, CommitId id) {
    // Both IDs are drawn by one process, one soon after the other.
    long apart = id.entry() - id.head().id();
    Bytes payload =
        new ByteWriter(24 + result.length())
            .putByte(FORMAT)
            .putByte(isFailure ? FAILED : APPLIED)
            .putVarint(id.head().version())
            .putLong(id.head().id())
            .putVarint((apart << 1) ^ (apart >> 63))
            .putBytes(result)
            .toBytes();
    return new StoredValue(null, payload);
  }

  /**
   * What a head of {@code reference} says of a key.
   *
   * @param life when the reference was created; keys of earlier lives are not kept
   */
  static KeyedCommit read(String reference, long life, CommitKey key, StoredValue value) {
    ByteReader in =
        new ByteReader(() -> "what is applied of " + key + " to " + reference, value.payload());
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is unknown");
    }
    int kind = in.getByte();
    HeadId head = new HeadId(in.getVarint(), in.getLong());
    long apart = in.getVarint();
    long entry = head.id() + ((apart >>> 1) ^ -(apart & 1));
    Bytes result = in.getBytes(in.remaining());
    return switch (kind) {
      case APPLIED ->
          new KeyedCommit.AlreadyApplied(
              result, new CommitId(reference, life, head, entry & Long.MAX_VALUE));
      case FAILED -> new KeyedCommit.AlreadyFailed(result);
      default -> throw in.damaged("it is neither applied nor failed");
    };
  }

  static KeyedCommit expired(String reference, CommitKey key, String why) {
    return new KeyedCommit.WindowExpired(
        "nobody can tell any more whether %s was applied to reference '%s': %s"
            .formatted(key, reference, why));
  }

  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
