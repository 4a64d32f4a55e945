package dev.cairn.backend.cassandra;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Constructs object keys with the same token: Cassandra's hash (MurmurHash3, 128 bits) processes 16
 * bytes at a time by invertible steps, so for any first half of an ID there is a second half that
 * leads to the same state.
 */
final class Collision {
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private final ObjectKey model;
  private final byte[] key;
  private final int idAt;

  /**
   * @param scope such that the ID begins at a multiple of 16 bytes, see {@link #scope}
   */
  Collision(Scope scope, String type) {
    model = new ObjectKey(scope, type, ObjectId.ofBytes(Bytes.wrap(new byte[32])));
    ByteBuffer out = ByteBuffer.allocate(1_000);
    for (String part : new String[] {scope.tenantId(), scope.catalogId(), type}) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      out.putShort((short) bytes.length).put(bytes).put((byte) 0);
    }
    out.putShort((short) 32);
    idAt = out.position();
    key = out.array();
    if (idAt % 16 != 0) {
      throw new IllegalArgumentException("the ID begins at byte " + idAt);
    }
  }

  /** A scope that begins with {@code tenant} and has the required length. */
  static Scope scope(String tenant, String type) {
    int length = 3 + tenant.length() + 3 + 3 + type.length() + 2;
    return new Scope(tenant, "c".repeat(16 - length % 16));
  }

  /** The key with this first half of the ID; all such keys have one token. */
  ObjectKey key(long first, long second) {
    long[] goal = state(0, 0);
    absorb(goal, 0, 0);
    long[] from = state(first, second);
    // The two steps of one block, backwards.
    long h1 = Long.rotateRight((goal[0] - 0x52dce729) * inverse(5) - from[1], 27) ^ from[0];
    long h2 = Long.rotateRight((goal[1] - 0x38495ab5) * inverse(5) - goal[0], 31) ^ from[1];
    long third = Long.rotateRight(h1 * inverse(C2), 31) * inverse(C1);
    long fourth = Long.rotateRight(h2 * inverse(C1), 33) * inverse(C2);
    ByteBuffer id = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    id.putLong(first).putLong(second).putLong(third).putLong(fourth);
    return new ObjectKey(model.scope(), model.type(), ObjectId.ofBytes(Bytes.wrap(id.array())));
  }

  /** The state after the first half of an ID. */
  private long[] state(long first, long second) {
    long[] state = new long[2];
    ByteBuffer in = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < idAt; at += 16) {
      absorb(state, in.getLong(at), in.getLong(at + 8));
    }
    absorb(state, first, second);
    return state;
  }

  private static void absorb(long[] state, long k1, long k2) {
    state[0] ^= Long.rotateLeft(k1 * C1, 31) * C2;
    state[0] = (Long.rotateLeft(state[0], 27) + state[1]) * 5 + 0x52dce729;
    state[1] ^= Long.rotateLeft(k2 * C2, 33) * C1;
    state[1] = (Long.rotateLeft(state[1], 31) + state[0]) * 5 + 0x38495ab5;
  }

  /** The inverse of multiplication by an odd number. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
