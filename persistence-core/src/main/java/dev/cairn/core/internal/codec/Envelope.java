package dev.cairn.core.internal.codec;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Token;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Envelope of every stored value: its format level, a checksum, and what the engine must know of it
 * without knowing its type.
 *
 * <pre>
 * magic (1 byte)  level (1 byte)  CRC-32C of level and sections (4 bytes)
 * sections, by rising tag: tag (varint)  length (varint)  bytes
 * </pre>
 *
 * <p>A section with an unknown tag below {@value #IGNORABLE_TAG} has a meaning that this release
 * must not ignore, and is refused; one with a higher tag is skipped.
 *
 * @param references the objects of the same scope that the value needs, sorted
 * @param name the full name of a named updateable object
 * @param previous the token an updateable object had before its current one
 * @param body the value, or where its parts are
 */
public record Envelope(
    List<ObjectRef> references, Optional<String> name, Optional<Token> previous, Body body) {
  /**
   * The size of the largest envelope, however many rows it takes; readers allocate no more for one.
   */
  public static final int MAX_BYTES = 64 << 20;

  private static final int MAGIC = 0xCA;
  private static final int CHECKSUM_AT = 2;
  private static final int HEADER_BYTES = 6;
  private static final int IGNORABLE_TAG = 64;
  private static final int REFERENCES = 1;
  private static final int NAME = 2;
  private static final int PREVIOUS = 3;
  private static final int VALUE = 4;
  private static final int CHUNKS = 5;

  /** The value itself, or where its parts are. */
  public sealed interface Body {
    /** The value itself, in the form of its type. */
    record Value(Bytes bytes) implements Body {}

    /**
     * The manifest of a value that is too large for a row: its envelope is split into chunk
     * objects.
     *
     * @param length how many bytes all chunks have together
     * @param chunkIds the IDs of the chunks, in order
     */
    record Chunks(int length, List<Long> chunkIds) implements Body {
      /** Checks the IDs. */
      public Chunks {
        chunkIds = List.copyOf(chunkIds);
        if (chunkIds.stream().anyMatch(id -> id < 0)) {
          throw new IllegalArgumentException("the ID of a chunk uses the reserved top bit");
        }
      }
    }
  }

  /** Sorts the references and removes duplicates. */
  public Envelope {
    references =
        references.isEmpty() ? List.of() : references.stream().sorted().distinct().toList();
  }

  /** An envelope with nothing but a value in it. */
  public static Envelope of(Bytes value) {
    return new Envelope(List.of(), Optional.empty(), Optional.empty(), new Body.Value(value));
  }

  /** The form of this envelope at {@code level}. */
  public Bytes toBytes(int level) {
    ByteWriter out = new ByteWriter(estimateSize());
    out.putByte(MAGIC).putByte(level).putInt(0);
    if (!references.isEmpty()) {
      putSection(out, REFERENCES, encodeReferences());
    }
    name.ifPresent(text -> putSection(out, NAME, Bytes.ofUtf8(text)));
    previous.ifPresent(token -> putSection(out, PREVIOUS, token.toBytes()));
    if (body instanceof Body.Value value) {
      putSection(out, VALUE, value.bytes);
    } else if (body instanceof Body.Chunks chunks) {
      ByteWriter list = new ByteWriter(10 + Long.BYTES * chunks.chunkIds.size());
      list.putVarint(chunks.length).putVarint(chunks.chunkIds.size());
      chunks.chunkIds.forEach(list::putLong);
      putSection(out, CHUNKS, list.toBytes());
    }
    out.setInt(CHECKSUM_AT, checksum(level, crc -> out.addTo(crc, HEADER_BYTES)));
    return out.toBytes();
  }

  private int estimateSize() {
    int value = body instanceof Body.Value v ? 1 + ByteWriter.sizedLength(v.bytes.length()) : 64;
    boolean hasMore = !references.isEmpty() || name.isPresent() || previous.isPresent();
    return HEADER_BYTES + value + (hasMore ? 64 + 48 * references.size() : 0);
  }

  private static void putSection(ByteWriter out, int tag, Bytes content) {
    out.putVarint(tag).putSized(content);
  }

  private Bytes encodeReferences() {
    Map<String, List<ObjectRef>> byType =
        references.stream()
            .collect(Collectors.groupingBy(ObjectRef::type, TreeMap::new, Collectors.toList()));
    ByteWriter out = new ByteWriter(10 + 10 * references.size());
    out.putVarint(byType.size());
    byType.forEach(
        (type, refs) -> {
          out.putText(type).putVarint(refs.size());
          refs.forEach(ref -> out.putLong(ref.id()));
        });
    return out.toBytes();
  }

  /**
   * Reads the envelope of the object {@code key}.
   *
   * @throws DamagedDataException if the bytes are not those that were written
   * @throws UnsupportedFormatException if a newer release wrote them in a form that this one does
   *     not know
   */
  public static Envelope ofBytes(ObjectKey key, Bytes bytes) {
    String what = "object " + key;
    ByteReader in = new ByteReader(what, bytes);
    if (in.getByte() != MAGIC) {
      throw in.damaged("it does not begin as a stored value does");
    }
    int level = in.getByte();
    int checksum = in.getInt();
    if (checksum != checksum(level, bytes.slice(HEADER_BYTES)::addTo)) {
      throw in.damaged("its checksum does not match its bytes");
    }
    FormatLevel.checkReadable(level, what);
    try {
      return readSections(what, in);
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  private static Envelope readSections(String what, ByteReader in) {
    List<ObjectRef> references = List.of();
    Optional<String> name = Optional.empty();
    Optional<Token> previous = Optional.empty();
    Optional<Body> body = Optional.empty();
    for (long tag, last = 0; in.remaining() > 0; last = tag) {
      tag = in.getVarint();
      if (tag <= last) {
        throw in.damaged("its sections are out of order");
      }
      Bytes content = in.getSized();
      ByteReader section = new ByteReader(what, content);
      if (tag == REFERENCES) {
        references = readReferences(section);
      } else if (tag == NAME) {
        name = Optional.of(section.getText(content.length()));
      } else if (tag == PREVIOUS) {
        previous = Optional.of(Token.ofBytes(content));
      } else if (tag == VALUE) {
        body = Optional.of(new Body.Value(content));
      } else if (tag == CHUNKS && body.isEmpty()) {
        body = Optional.of(readChunks(section));
      } else if (tag < IGNORABLE_TAG) {
        throw new UnsupportedFormatException(
            what
                + " has a section "
                + tag
                + " that only a newer release understands; use that one");
      }
    }
    return new Envelope(
        references, name, previous, body.orElseThrow(() -> in.damaged("it has no value")));
  }

  private static List<ObjectRef> readReferences(ByteReader in) {
    List<ObjectRef> references = new ArrayList<>();
    for (int groups = in.getCount(2); groups > 0; groups--) {
      String type = in.getText();
      for (int ids = in.getCount(Long.BYTES); ids > 0; ids--) {
        references.add(new ObjectRef(type, in.getLong()));
      }
    }
    in.expectEnd();
    return references;
  }

  private static Body readChunks(ByteReader in) {
    long length = in.getVarint();
    int count = in.getCount(Long.BYTES);
    List<Long> chunkIds = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      chunkIds.add(in.getLong());
    }
    in.expectEnd();
    if (length < 0 || length > MAX_BYTES) {
      throw in.damaged("it announces chunks of " + Long.toUnsignedString(length) + " bytes");
    }
    return new Body.Chunks((int) length, chunkIds);
  }

  private static int checksum(int level, Consumer<Checksum> sections) {
    CRC32C crc = new CRC32C();
    crc.update(level);
    sections.accept(crc);
    return (int) crc.getValue();
  }
}
