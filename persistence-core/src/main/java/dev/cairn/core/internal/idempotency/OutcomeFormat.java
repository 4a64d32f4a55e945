package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encoding of outcomes, in records and in heads, where a large one is replaced by a marker. */
final class OutcomeFormat {
  private static final int FORMAT = 1;
  // A release that does not know markers fails there, instead of replaying one as a body.
  private static final int MARKER = 2;
  private static final int HAS_TYPE = 1;
  private static final int HAS_RESOURCE = 2;
  private static final int IS_SUMMARY = 4;

  private OutcomeFormat() {}

  static Bytes encode(Outcome outcome) {
    boolean isSummary = outcome.body() instanceof Outcome.Body.Summary;
    int flags =
        (outcome.contentType().isPresent() ? HAS_TYPE : 0)
            | (outcome.resourceId().isPresent() ? HAS_RESOURCE : 0)
            | (isSummary ? IS_SUMMARY : 0);
    ByteWriter out =
        new ByteWriter(64 + outcome.body().bytes().length())
            .putByte(FORMAT)
            .putVarint(outcome.status())
            .putByte(flags);
    outcome.contentType().ifPresent(out::putText);
    outcome.resourceId().ifPresent(out::putText);
    out.putVarint(outcome.headers().size());
    outcome
        .headers()
        .forEach(
            (name, values) -> {
              out.putText(name).putVarint(values.size());
              values.forEach(out::putText);
            });
    return out.putBytes(outcome.body().bytes()).toBytes();
  }

  /**
   * Checks an outcome that is about to be kept, and returns it.
   *
   * @param what whose outcome it is, for the message
   * @throws IllegalArgumentException if it is a 5xx: all repetitions would get it
   */
  static Outcome checked(Outcome outcome, String what) {
    if (outcome.isServerError()) {
      throw new IllegalArgumentException(
          "%s ended with status %d, and a 5xx is never kept; throw an exception, or return it from the handler only: the request then stays open for the next attempt"
              .formatted(what, outcome.status()));
    }
    return outcome;
  }

  static Outcome decode(Bytes bytes) {
    ByteReader in = new ByteReader("an outcome", bytes);
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is unknown");
    }
    long status = in.getVarint();
    int flags = in.getByte();
    Optional<String> type = (flags & HAS_TYPE) != 0 ? Optional.of(in.getText()) : Optional.empty();
    Optional<String> resource =
        (flags & HAS_RESOURCE) != 0 ? Optional.of(in.getText()) : Optional.empty();
    SortedMap<String, List<String>> headers = new TreeMap<>();
    int count = in.getCount(2);
    for (int i = 0; i < count; i++) {
      headers.put(in.getText(), texts(in));
    }
    Bytes body = in.getBytes(in.remaining());
    try {
      return new Outcome(
          (int) Math.min(status, Integer.MAX_VALUE),
          headers,
          type,
          (flags & IS_SUMMARY) != 0 ? new Outcome.Body.Summary(body) : new Outcome.Body.Full(body),
          resource);
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  /** The marker that a head keeps for an outcome that is in {@code parts}, or was not kept. */
  static Bytes marker(Optional<IdempotencyRecord.Parts> parts) {
    ByteWriter out = new ByteWriter(128).putByte(MARKER).putVarint(parts.isPresent() ? 1 : 0);
    parts.ifPresent(
        where -> out.putText(where.owner()).putVarint(where.count()).putText(where.sha256()));
    return out.toBytes();
  }

  static boolean isMarker(Bytes bytes) {
    return bytes.length() > 0 && bytes.toByteBuffer().get(0) == MARKER;
  }

  /** The parts of the outcome that {@code marker} stands for. */
  static Optional<IdempotencyRecord.Parts> parts(Bytes marker) {
    ByteReader in = new ByteReader("the marker of an outcome", marker);
    int format = in.getByte();
    if (format != MARKER) {
      throw in.damaged("its format is unknown");
    }
    if (in.getVarint() == 0) {
      in.expectEnd();
      return Optional.empty();
    }
    String owner = in.getText();
    int count = (int) Math.min(in.getVarint(), Integer.MAX_VALUE);
    String sha256 = in.getText();
    in.expectEnd();
    try {
      return Optional.of(new IdempotencyRecord.Parts(owner, count, sha256));
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  private static List<String> texts(ByteReader in) {
    int count = in.getCount(1);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(in.getText());
    }
    return texts;
  }
}
