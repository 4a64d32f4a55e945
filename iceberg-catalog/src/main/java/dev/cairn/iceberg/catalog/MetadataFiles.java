package dev.cairn.iceberg.catalog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.LocationUtil;
import org.jspecify.annotations.Nullable;

/** Writes and deletes the exported metadata files. */
final class MetadataFiles {
  private static final Pattern NUMBER = Pattern.compile(".*/(\\d{1,9})-[^/]*$", Pattern.DOTALL);

  private final FileIO io;

  MetadataFiles(FileIO io) {
    this.io = io;
  }

  FileIO io() {
    return io;
  }

  /**
   * A new name, where {@code write.metadata.*} says.
   *
   * @param before the metadata file of the state before; null for a new table or view
   */
  static String newName(String location, Map<String, String> properties, @Nullable String before) {
    String directory =
        properties.getOrDefault(
            TableProperties.WRITE_METADATA_LOCATION,
            LocationUtil.stripTrailingSlash(location) + "/metadata");
    String codec =
        properties.getOrDefault(
            TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT);
    return String.format(
        Locale.ROOT,
        "%s/%05d-%s%s",
        LocationUtil.stripTrailingSlash(directory),
        numberAfter(before),
        UUID.randomUUID(),
        TableMetadataParser.getFileExtension(codec));
  }

  private static int numberAfter(@Nullable String before) {
    Matcher matcher = NUMBER.matcher(before == null ? "" : before);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) + 1 : 0;
  }

  void write(String file, String json) {
    boolean isCompressed =
        TableMetadataParser.Codec.fromFileName(file) == TableMetadataParser.Codec.GZIP;
    try (OutputStream out = io.newOutputFile(file).create();
        OutputStream target = isCompressed ? new GZIPOutputStream(out) : out) {
      target.write(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot write the metadata file %s", file);
    }
  }

  /** Deletes files that nothing names; one that cannot be deleted stays. */
  void delete(Collection<String> files) {
    for (String file : files) {
      try {
        io.deleteFile(file);
      } catch (NotFoundException | RuntimeIOException e) {
        // An orphan file takes space and harms nothing; the commit's own outcome matters more.
      }
    }
  }
}
