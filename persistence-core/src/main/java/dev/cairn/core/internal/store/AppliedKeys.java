package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.internal.Utf8;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.runtime.Micros;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Applied keys of a head, kept in an index for each slice of time.
 *
 * <p>A key is found by the time at which its request was first accepted, which all attempts know,
 * and a hash of the rest. New keys therefore go to one edge of one index, whatever they look like,
 * and when a slice is older than the watermark, its index is dropped from the head as a whole,
 * without reading its pages. The newest keys are first in a list of {@link RecentKeys}, and move to
 * the index many at a time, as {@link KeyRuns}.
 *
 * <p>Slices have 2^n seconds, about a quarter or less of the time that keys are kept; n is a part
 * of the index's name, so processes that are configured differently find each other's keys.
 */
final class AppliedKeys {
  /** The prefix of the names of the indexes. */
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

  // Looking an algorithm up takes longer than hashing a key.
  private static final MessageDigest SHA_256 = newSha256();

  private AppliedKeys() {}

  /**
   * Place of a key.
   *
   * @param exponent its slice has 2 to the power of this seconds
   * @param key its key in that slice: when it was accepted, and a hash
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
   * @param number how many slices of this length came before it since 1970
   */
  record Slice(int exponent, long number) {
    /** The name of the index of its runs. */
    String runs() {
      return index() + RUNS;
    }

    /**
     * The name of an index with an entry for each key, the form of heads before runs were
     * introduced.
     */
    String index() {
      return PREFIX + exponent + "." + number;
    }
  }

  static Place place(CommitKey key) {
    long accepted = Micros.of(key.acceptedAt());
    int exponent = 63 - Long.numberOfLeadingZeros(Math.max(1, key.window().toSeconds() / SLICES));
    byte[] hash = Arrays.copyOf(sha256(key.request() + '\0' + key.step()), HASH_BYTES);
    byte[] bytes = ByteBuffer.allocate(KEY_BYTES).putLong(accepted).put(hash).array();
    return new Place(exponent, Bytes.wrap(bytes));
  }

  /** The place of the failure of the whole request, whichever of its steps {@code key} is for. */
  static Place requestPlace(CommitKey key) {
    return place(new CommitKey(key.request(), "", key.acceptedAt(), key.deadline(), key.window()));
  }

  private static byte[] sha256(String text) {
    byte[] utf8 = Utf8.encode("the name of a request", text);
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

  /** Whether new keys of the index called {@code index} come after all others, or nearly so. */
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

  /**
   * Whether the watermark may have passed the end of a slice between {@code before} and {@code
   * after}.
   */
  static boolean mayDrop(@Nullable AppliedWindow before, AppliedWindow after) {
    return before == null || before.watermark() / MICROS != after.watermark() / MICROS;
  }

  /** The slices among {@code roots} whose keys were all accepted before {@code watermark}. */
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

  // A slice that a later release names differently is kept.
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
   * The value that a head keeps: about 12 bytes besides the result, since every head writes all of
   * it.
   */
  static StoredValue value(boolean isFailure, Bytes result, CommitId id) {
    // One process draws both IDs, one soon after the other.
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

  /** Whether {@code value} says that a request failed. */
  static boolean isFailure(StoredValue value) {
    return value.payload().length() > 1 && value.payload().toByteBuffer().get(1) == FAILED;
  }

  /**
   * The commit that a head of {@code reference} records for a key.
   *
   * @param lifeAt when the life of the reference began in which it had a given version
   */
  static KeyedCommit read(
      String reference, LongUnaryOperator lifeAt, CommitKey key, StoredValue value) {
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
              result,
              new CommitId(
                  reference, lifeAt.applyAsLong(head.version()), head, entry & Long.MAX_VALUE));
      case FAILED -> new KeyedCommit.AlreadyFailed(result);
      default -> throw in.damaged("it is neither applied nor failed");
    };
  }

  static KeyedCommit expired(String reference, CommitKey key, String why) {
    return new KeyedCommit.WindowExpired(
        "it can no longer be determined whether %s was applied to reference '%s': %s"
            .formatted(key, reference, why));
  }
}
