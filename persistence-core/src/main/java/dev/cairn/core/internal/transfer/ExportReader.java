package dev.cairn.core.internal.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.InvalidExportException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * Reads the file of an export. A record that it hands on has passed its own checksum, but not yet
 * that of the whole file.
 */
final class ExportReader {
  private static final int BUFFER = 1 << 16;
  private static final int FRAME = 1 + Integer.BYTES;
  private static final Token NO_TOKEN = new Token(0, 0);

  private final InputStream in;
  private final Receiver receiver;
  private final MessageDigest digest = Digests.sha256();
  private long position;
  private long record;
  private Optional<Header> header = Optional.empty();
  private Optional<Scope> scope = Optional.empty();
  private ExportCounts counts = ExportCounts.NONE;
  private final SortedSet<Scope> scopes = new TreeSet<>();

  ExportReader(InputStream in, Receiver receiver) {
    this.in = new BufferedInputStream(in, BUFFER);
    this.receiver = receiver;
  }

  /**
   * Reads the whole file. The receiver gets the end only if all checksums match.
   *
   * @throws InvalidExportException if the file is damaged
   */
  Header read() {
    byte[] magic = take(RecordKind.MAGIC.length());
    if (!RecordKind.MAGIC.equals(new String(magic, StandardCharsets.ISO_8859_1))) {
      throw new InvalidExportException("this is not an export of Cairn: its first bytes differ");
    }
    digest.update(magic);
    while (!readRecord()) {
      record++;
    }
    if (take(1, true).length > 0) {
      throw invalid("something follows its end");
    }
    receiver.end(counts);
    return header.orElseThrow();
  }

  /** How much was read so far. */
  ExportCounts counts() {
    return counts;
  }

  /** The scopes of the references that were read so far. */
  SortedSet<Scope> scopes() {
    return scopes;
  }

  /** Whether it was the last. */
  private boolean readRecord() {
    byte[] frame = take(FRAME);
    int kind = frame[0];
    int length = ByteBuffer.wrap(frame).getInt(1);
    if (length < 0 || length > RecordKind.MAX_CONTENT) {
      throw invalid("it announces a record of " + Integer.toUnsignedString(length) + " bytes");
    }
    byte[] content = take(length);
    byte[] checksum = take(Integer.BYTES);
    CRC32C crc = new CRC32C();
    crc.update(frame);
    crc.update(content);
    if (ByteBuffer.wrap(checksum).getInt() != (int) crc.getValue()) {
      throw invalid("a checksum does not match");
    }
    if (header.isEmpty() != (kind == RecordKind.HEADER)) {
      throw invalid("its header is not the first record");
    }
    byte[] whole = kind == RecordKind.TRAILER ? digest.digest() : new byte[0];
    digest.update(frame);
    digest.update(content);
    digest.update(checksum);
    try {
      return accept(kind, new ByteReader("a record of the export", Bytes.wrap(content)), whole);
    } catch (DamagedDataException | IllegalArgumentException e) {
      throw new InvalidExportException(where() + ": " + e.getMessage(), e);
    }
  }

  private boolean accept(int kind, ByteReader content, byte[] whole) {
    switch (kind) {
      case RecordKind.HEADER -> acceptHeader(content);
      case RecordKind.SCOPE -> scope = Optional.of(readScope(content));
      case RecordKind.RECORD -> acceptRecord(content);
      case RecordKind.OBJECT -> acceptObject(content);
      case RecordKind.REFERENCE -> acceptReference(content);
      case RecordKind.TRAILER -> checkTrailer(content, whole);
      default -> throw invalid("a record has the unknown kind %s".formatted(kind));
    }
    return kind == RecordKind.TRAILER;
  }

  private void acceptHeader(ByteReader content) {
    long format = content.getVarint();
    if (format != Header.FORMAT) {
      throw new InvalidExportException(
          "the export has format %d; this release reads format %d: use a newer one"
              .formatted(format, Header.FORMAT));
    }
    long level = content.getVarint();
    Token id = Token.ofBytes(content.getBytes(Token.BYTES));
    long exportedAt = content.getLong();
    Optional<Scope> its =
        content.getByte() == 1 ? Optional.of(readScope(content)) : Optional.empty();
    content.expectEnd();
    Header read = new Header(Math.toIntExact(level), id, exportedAt, its);
    header = Optional.of(read);
    receiver.begin(read);
  }

  private static Scope readScope(ByteReader content) {
    return new Scope(content.getText(), content.getText());
  }

  private Scope scope() {
    return scope.orElseThrow(() -> invalid("a row comes before its scope"));
  }

  private void acceptRecord(ByteReader content) {
    ObjectKey key = new ObjectKey(scope(), content.getText(), ObjectId.ofBytes(content.getSized()));
    long createdAt = content.getLong();
    OptionalLong expiresAt =
        content.getByte() == 1 ? OptionalLong.of(content.getLong()) : OptionalLong.empty();
    Bytes value = content.getBytes(content.remaining());
    counts = counts.plusRecord(value.length());
    receiver.record(new ObjectRow(key, value, Optional.of(NO_TOKEN), createdAt, expiresAt));
  }

  private void acceptObject(ByteReader content) {
    ObjectKey key = new ObjectKey(scope(), content.getText(), ObjectId.of(content.getLong()));
    Bytes value = content.getBytes(content.remaining());
    counts = counts.plusObject(value.length());
    receiver.object(key, value);
  }

  private void acceptReference(ByteReader content) {
    ReferenceKey key = new ReferenceKey(scope(), content.getText());
    int flags = content.getByte();
    long version = content.getVarint();
    long createdAt = content.getLong();
    OptionalLong head =
        (flags & RecordKind.HAS_HEAD) != 0
            ? OptionalLong.of(content.getLong())
            : OptionalLong.empty();
    OptionalLong deletedAt =
        (flags & RecordKind.IS_DELETED) != 0
            ? OptionalLong.of(content.getLong())
            : OptionalLong.empty();
    EarlierHeads earlier = EarlierHeads.ofBytes(content.getBytes(content.remaining()));
    counts = counts.plusReference();
    scopes.add(key.scope());
    receiver.reference(
        new ReferenceRow(key, head, version, NO_TOKEN, createdAt, earlier, deletedAt));
  }

  private void checkTrailer(ByteReader content, byte[] whole) {
    ExportCounts announced =
        new ExportCounts(
            content.getVarint(), content.getVarint(), content.getVarint(), content.getVarint());
    Bytes checksum = content.getBytes(whole.length);
    content.expectEnd();
    if (!announced.equals(counts)) {
      throw invalid("it has %s, but its trailer says %s".formatted(counts, announced));
    }
    if (!checksum.equals(Bytes.wrap(whole))) {
      throw invalid(
          "the checksum of the whole file does not match: records are lost, duplicated or moved");
    }
  }

  private byte[] take(int length) {
    return take(length, false);
  }

  private byte[] take(int length, boolean mayEnd) {
    try {
      byte[] taken = in.readNBytes(length);
      position += taken.length;
      if (taken.length < length && !mayEnd) {
        throw invalid("it is cut short");
      }
      return taken;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private InvalidExportException invalid(String problem) {
    return new InvalidExportException(
        "%s: %s; get a complete copy of the file, or export again".formatted(where(), problem));
  }

  private String where() {
    return "the export is damaged at byte %s, in record %s".formatted(position, record);
  }
}
