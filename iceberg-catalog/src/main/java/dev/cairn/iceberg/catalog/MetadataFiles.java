package dev.cairn.iceberg.catalog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.LocationUtil;
import org.jspecify.annotations.Nullable;

/** Writes and deletes the exported metadata files. */
final class MetadataFiles {
  private static final System.Logger LOG = System.getLogger(MetadataFiles.class.getName());
  private static final int NUMBER_DIGITS = 5;
  private static final Pattern NUMBER = Pattern.compile("^(\\d{1,9})-");

  /**
   * A file to be written.
   *
   * @param content writes its content in UTF-8 by one call
   */
  record Export(CatalogCommits.PlannedFile file, Content content) {
    static Export ofText(CatalogCommits.PlannedFile file, Supplier<String> json) {
      return new Export(file, out -> out.write(json.get().getBytes(StandardCharsets.UTF_8)));
    }

    String location() {
      return file.location();
    }
  }

  /** The content of a file, which is made where it is written. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private final FileIO io;
  private final Executor executor;

  /**
   * @param executor writes the files of one commit to several tables at once
   */
  MetadataFiles(FileIO io, Executor executor) {
    this.io = io;
    this.executor = executor;
  }

  FileIO io() {
    return io;
  }

  /**
   * A new name, where {@code write.metadata.*} says.
   *
   * @param defaultCodec the compression, unless the properties choose one
   * @param before the metadata file of the state before; null for a new table or view
   */
  static String newName(
      String location,
      Map<String, String> properties,
      String defaultCodec,
      @Nullable String before) {
    String directory =
        properties.getOrDefault(
            TableProperties.WRITE_METADATA_LOCATION,
            LocationUtil.stripTrailingSlash(location) + "/metadata");
    String codec = properties.getOrDefault(TableProperties.METADATA_COMPRESSION, defaultCodec);
    String number = String.valueOf(numberAfter(before));
    return LocationUtil.stripTrailingSlash(directory)
        + "/"
        + "0".repeat(Math.max(0, NUMBER_DIGITS - number.length()))
        + number
        + "-"
        + UUID.randomUUID()
        + TableMetadataParser.getFileExtension(codec);
  }

  private static int numberAfter(@Nullable String before) {
    String name = before == null ? "" : before.substring(before.lastIndexOf('/') + 1);
    Matcher matcher = NUMBER.matcher(name);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) + 1 : 0;
  }

  /** Writes all of them, or throws and leaves none. */
  void writeAll(List<Export> exports) {
    boolean isComplete = false;
    try {
      ParallelTasks.run(
          executor,
          exports.stream()
              .<Runnable>map(export -> () -> write(export.location(), export.content()))
              .toList());
      isComplete = true;
    } finally {
      if (!isComplete) {
        delete(exports.stream().map(Export::location).toList());
      }
    }
  }

  private void write(String file, Content content) {
    boolean isCompressed =
        TableMetadataParser.Codec.fromFileName(file) == TableMetadataParser.Codec.GZIP;
    try (OutputStream out = io.newOutputFile(file).create();
        OutputStream target = isCompressed ? new GZIPOutputStream(out) : out) {
      content.writeTo(target);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot write the metadata file %s", file);
    }
  }

  /**
   * Deletes files that nothing names; one that cannot be deleted stays. Each {@link FileIO} has
   * exceptions of its own, and some of Iceberg's are refusals: a client that received one would
   * delete the files of a commit that was applied. An orphan takes space and harms nothing.
   */
  void delete(Collection<String> files) {
    for (String file : files) {
      try {
        io.deleteFile(file);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.DEBUG, () -> "The metadata file " + file + " stays", e);
      }
    }
  }
}
