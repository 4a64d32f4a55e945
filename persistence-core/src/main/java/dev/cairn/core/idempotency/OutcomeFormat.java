package dev.cairn.core.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Outcomes as bytes, in records and in heads. */
final class OutcomeFormat {
  private static final int FORMAT = 1;
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

  private static List<String> texts(ByteReader in) {
    int count = in.getCount(1);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(in.getText());
    }
    return texts;
  }
}
