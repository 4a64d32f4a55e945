package dev.cairn.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.InvalidExportException;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Exports as the first release wrote them: people keep these files for years. */
class ExportGoldenFileTest {
  private static final Scope SCOPE = new Scope("tenant", "größer");
  private static final Token NO_TOKEN = new Token(0, 0);
  private static final Header HEADER =
      new Header(1, new Token(5, 6), 1_767_225_600_123_456L, Optional.of(SCOPE));
  private static final ObjectRow RECORD =
      ObjectRow.expiring(
          new ObjectKey(SCOPE, "cairn.idempotency", ObjectId.ofName("request")),
          Bytes.ofHex("0102"),
          NO_TOKEN,
          17,
          99);
  private static final ObjectRow LASTING =
      ObjectRow.updateable(
          new ObjectKey(SCOPE, "cairn.retained", ObjectId.of(3)), Bytes.empty(), NO_TOKEN, 18);
  private static final ObjectKey OBJECT = new ObjectKey(SCOPE, "table", ObjectId.of(1L << 60));
  private static final ReferenceRow MAIN =
      new ReferenceRow(
          new ReferenceKey(SCOPE, "main"),
          OptionalLong.of(1L << 50),
          300,
          NO_TOKEN,
          19,
          EarlierHeads.of(List.of(new HeadVersion(299, 7), new HeadVersion(2, 6))),
          OptionalLong.empty());
  private static final ReferenceRow DELETED =
      new ReferenceRow(
          new ReferenceKey(SCOPE, "deleted"),
          OptionalLong.empty(),
          2,
          NO_TOKEN,
          20,
          EarlierHeads.none(),
          OptionalLong.of(21));

  private static String golden(String name) throws IOException {
    try (InputStream in = ExportGoldenFileTest.class.getResourceAsStream("/golden/" + name)) {
      assertNotNull(in, "golden file " + name + " is missing");
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
    }
  }

  private static void send(Receiver receiver) {
    receiver.begin(HEADER);
    receiver.record(RECORD);
    receiver.object(OBJECT, Bytes.ofHex("cafe"));
    receiver.record(LASTING);
    receiver.reference(MAIN);
    receiver.reference(DELETED);
    receiver.end(new ExportCounts(2, 1, 2, 4));
  }

  /** Records what it receives. */
  private static final class Listing implements Receiver {
    private final List<Object> told = new ArrayList<>();

    @Override
    public void begin(Header header) {
      told.add(header);
    }

    @Override
    public void record(ObjectRow row) {
      told.add(row);
    }

    @Override
    public void object(ObjectKey key, Bytes value) {
      told.add(key);
      told.add(value);
    }

    @Override
    public void reference(ReferenceRow row) {
      told.add(row);
    }

    @Override
    public void end(ExportCounts counts) {
      told.add(counts);
    }
  }

  private static byte[] written() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    send(new ExportWriter(out));
    return out.toByteArray();
  }

  @Test
  void anExportIsStillWrittenAsTheSameBytes() throws IOException {
    assertEquals(golden("export-1.hex"), Bytes.wrap(written()).toHex());
  }

  @Test
  void anExportOfTheFirstReleaseIsReadAsItWas() throws IOException {
    Listing expected = new Listing();
    send(expected);
    Listing found = new Listing();
    byte[] file = Bytes.ofHex(golden("export-1.hex")).toByteArray();
    assertEquals(HEADER, new ExportReader(new ByteArrayInputStream(file), found).read());
    assertEquals(expected.told, found.told);
  }

  /** The format is in the header, which every release can read as far as that. */
  @Test
  void anExportOfALaterReleaseIsRefusedWithItsFormat() {
    byte[] file = written();
    int frame = 8;
    int length = ByteBuffer.wrap(file).getInt(frame + 1);
    file[frame + 5] = 2;
    CRC32C crc = new CRC32C();
    crc.update(file, frame, 5 + length);
    ByteBuffer.wrap(file).putInt(frame + 5 + length, (int) crc.getValue());
    InvalidExportException refusal =
        assertThrows(
            InvalidExportException.class,
            () -> new ExportReader(new ByteArrayInputStream(file), new Listing()).read());
    assertTrue(refusal.getMessage().contains("format 2"), refusal.getMessage());
  }

  @Test
  void aMarkIsStillWrittenAndReadAsTheSameBytes() throws IOException {
    ImportMark mark = new ImportMark("0506", 17, true, Map.of("newer", IntNode.valueOf(5)));
    Codec codec = new Codec(1);
    Bytes stored =
        codec.encodeUpdateable(
            ImportMark.TYPE, mark, Optional.of("import"), Optional.of(new Token(1, 2)));
    assertEquals(golden("import-mark-level-1.hex"), stored.toHex());
    ObjectKey key = new ObjectKey(Scope.SYSTEM, "cairn.import", ObjectId.ofName("import"));
    Bytes first = Bytes.ofHex(golden("import-mark-level-1.hex"));
    assertEquals(mark, codec.decode(ImportMark.TYPE, key, Envelope.ofBytes(key, first)));
  }
}
