package dev.cairn.core.internal.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Writes an export to a file. */
final class ExportWriter implements Receiver {
  private static final int BUFFER = 1 << 16;
  private static final int FRAME = 1 + Integer.BYTES;

  private final OutputStream out;
  private final MessageDigest digest = Digests.sha256();
  private Optional<Scope> scope = Optional.empty();

  /** Writes to {@code out} and flushes it in the end. */
  ExportWriter(OutputStream out) {
    this.out = new BufferedOutputStream(out, BUFFER);
  }

  @Override
  public void begin(Header header) {
    write(RecordKind.MAGIC.getBytes(StandardCharsets.US_ASCII));
    ByteWriter content = start(64);
    content.putVarint(Header.FORMAT).putVarint(header.level());
    content.putBytes(header.id().toBytes()).putLong(header.exportedAtMicros());
    content.putByte(header.scope().isPresent() ? 1 : 0);
    header.scope().ifPresent(its -> putScope(content, its));
    put(RecordKind.HEADER, content);
  }

  @Override
  public void record(ObjectRow row) {
    enter(row.key().scope());
    ByteWriter content = start(row.value().length() + 100);
    content.putText(row.key().type()).putSized(row.key().id().bytes());
    content.putLong(row.createdAtMicros()).putByte(row.expiresAtMicros().isPresent() ? 1 : 0);
    row.expiresAtMicros().ifPresent(content::putLong);
    put(RecordKind.RECORD, content.putBytes(row.value()));
  }

  @Override
  public void object(ObjectKey key, Bytes value) {
    enter(key.scope());
    ByteWriter content = start(value.length() + 60);
    content.putText(key.type()).putBytes(key.id().bytes());
    put(RecordKind.OBJECT, content.putBytes(value));
  }

  @Override
  public void reference(ReferenceRow row) {
    enter(row.key().scope());
    int flags =
        (row.headId().isPresent() ? RecordKind.HAS_HEAD : 0)
            | (row.isTombstone() ? RecordKind.IS_DELETED : 0);
    ByteWriter content = start(512);
    content.putText(row.key().name()).putByte(flags);
    content.putVarint(row.version()).putLong(row.createdAtMicros());
    row.headId().ifPresent(content::putLong);
    row.deletedAtMicros().ifPresent(content::putLong);
    put(RecordKind.REFERENCE, content.putBytes(row.earlierHeads().toBytes()));
  }

  @Override
  public void end(ExportCounts counts) {
    ByteWriter content = start(80);
    content.putVarint(counts.references()).putVarint(counts.objects());
    content.putVarint(counts.records()).putVarint(counts.bytes());
    content.putBytes(Bytes.wrap(digest.digest()));
    put(RecordKind.TRAILER, content);
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void enter(Scope next) {
    if (!scope.equals(Optional.of(next))) {
      scope = Optional.of(next);
      ByteWriter content = start(64);
      putScope(content, next);
      put(RecordKind.SCOPE, content);
    }
  }

  private static void putScope(ByteWriter content, Scope scope) {
    content.putText(scope.tenantId()).putText(scope.catalogId());
  }

  // Reserves space for what is known only at the end.
  private static ByteWriter start(int expected) {
    return new ByteWriter(FRAME + expected + Integer.BYTES).putByte(0).putInt(0);
  }

  private void put(int kind, ByteWriter record) {
    record.setInt(1, record.size() - FRAME);
    CRC32C crc = new CRC32C();
    crc.update(kind);
    record.addTo(crc, 1);
    byte[] bytes = record.putInt((int) crc.getValue()).toBytes().toByteArray();
    bytes[0] = (byte) kind;
    write(bytes);
  }

  private void write(byte[] bytes) {
    digest.update(bytes);
    try {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
