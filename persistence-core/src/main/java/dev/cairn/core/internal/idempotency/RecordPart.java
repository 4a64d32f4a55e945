package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.core.internal.objects.UpdateableId;
import java.util.Objects;

/**
 * A part of an outcome that is too large for the row of its record.
 *
 * @param content the bytes
 * @param expires when its record's lifetime ends, in microseconds
 */
record RecordPart(Bytes content, long expires) {
  /** The type of parts. */
  static final ObjectType<RecordPart> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.idempotency-part";
        }

        @Override
        public Class<RecordPart> valueClass() {
          return RecordPart.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  /** Checks what could come from damaged bytes. */
  RecordPart {
    Objects.requireNonNull(content);
  }

  static UpdateableId<RecordPart> idOf(
      UpdateableId<IdempotencyRecord> of, String owner, int number) {
    return UpdateableId.named(TYPE, "%s/%s/%s".formatted(of.id(), owner, number));
  }
}
