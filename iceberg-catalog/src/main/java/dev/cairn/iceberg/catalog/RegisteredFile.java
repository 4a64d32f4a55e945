package dev.cairn.iceberg.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.iceberg.metadata.JsonTexts;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BiFunction;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.JsonUtil;

/**
 * A metadata file that a client names. Others have written it, so its content is checked and
 * bounded like that of a request.
 */
final class RegisteredFile {
  private final String location;
  private final JsonNode json;

  private RegisteredFile(String location, JsonNode json) {
    this.location = location;
    this.json = json;
  }

  /**
   * Reads a file, which may be compressed.
   *
   * @param most how many bytes it may have, after decompression
   * @throws MetadataFileException if it is too large, or not JSON
   */
  static RegisteredFile read(FileIO io, String location, long most) {
    boolean isCompressed =
        TableMetadataParser.Codec.fromFileName(location) == TableMetadataParser.Codec.GZIP;
    JsonNode json;
    try (InputStream in = io.newInputFile(location).newStream();
        InputStream plain = isCompressed ? new GZIPInputStream(in) : in;
        InputStream content = new Bounded(plain, location, most)) {
      json = JsonUtil.mapper().readTree(content);
    } catch (JsonProcessingException e) {
      throw unusable(location, e.getOriginalMessage(), e);
    } catch (ZipException | EOFException | CharConversionException e) {
      throw unusable(location, "it is damaged", e);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot read the metadata file %s", location);
    }
    try {
      JsonTexts.check(json);
    } catch (IllegalArgumentException e) {
      throw unusable(location, String.valueOf(e.getMessage()), e);
    }
    return new RegisteredFile(location, json);
  }

  JsonNode json() {
    return json;
  }

  /**
   * The metadata in it. Iceberg's parsers throw whatever a wrong file makes them run into.
   *
   * @throws MetadataFileException if {@code parser} refuses it
   */
  <T> T parsed(BiFunction<String, JsonNode, T> parser) {
    try {
      return parser.apply(location, json);
    } catch (RuntimeException e) {
      throw unusable(location, e.getMessage() == null ? e.getClass().getName() : e.getMessage(), e);
    }
  }

  private static MetadataFileException unusable(String location, String reason, Exception cause) {
    return new MetadataFileException(
        "Cannot use the metadata file %s: %s".formatted(location, reason), cause);
  }

  /** Ends with an exception past a number of bytes: a small file can be large, decompressed. */
  private static final class Bounded extends FilterInputStream {
    private final String location;
    private final long most;
    private long rest;

    Bounded(InputStream in, String location, long most) {
      super(in);
      this.location = location;
      this.most = most;
      this.rest = most;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int read = in.read(bytes, from, length);
      count(Math.max(0, read));
      return read;
    }

    private void count(int read) {
      rest -= read;
      if (rest < 0) {
        throw new MetadataFileTooLargeException(location, most);
      }
    }
  }
}
