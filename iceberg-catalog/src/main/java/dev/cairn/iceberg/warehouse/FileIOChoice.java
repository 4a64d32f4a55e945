package dev.cairn.iceberg.warehouse;

import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.location.Location;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;

/**
 * The {@code FileIO} of a warehouse: by its property {@code io-impl}, else by the scheme of its
 * locations.
 *
 * @param implementation the name of the class
 * @param properties what it is initialized with
 */
record FileIOChoice(String implementation, Map<String, String> properties) {
  private static final String LOCAL = LocalFileIO.class.getName();
  private static final String S3 = "org.apache.iceberg.aws.s3.S3FileIO";
  private static final String AWS_FACTORY = "client.factory";
  private static final String S3_FACTORY = "s3.client-factory-impl";
  private static final String S3_ONLY = "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory";
  private static final String FILE_ROOT = "file://";
  private static final String S3_ROOT = "s3://";

  /**
   * @param defaults properties that the warehouse does not set
   * @throws ValidationException if neither the properties nor the locations say which one it is
   */
  static FileIOChoice of(WarehouseProperties warehouse, Map<String, String> defaults) {
    Map<String, String> properties = new HashMap<>(defaults);
    properties.putAll(warehouse.all());
    List<Location> prefixes = warehouse.allowed().prefixes();
    String named = properties.get(CatalogProperties.FILE_IO_IMPL);
    String implementation = named == null ? byScheme(prefixes) : named;
    if (implementation.equals(LOCAL)) {
      properties.putIfAbsent(LocalFileIO.ROOT, warehouse.base());
      checkRoot(properties.getOrDefault(LocalFileIO.ROOT, ""), prefixes);
    } else if (implementation.equals(S3) && !properties.containsKey(AWS_FACTORY)) {
      // Iceberg's default needs the clients of Glue, KMS and STS on the class path, too.
      properties.putIfAbsent(S3_FACTORY, S3_ONLY);
    }
    return new FileIOChoice(implementation, properties);
  }

  private static String byScheme(List<Location> prefixes) {
    Set<String> found = prefixes.stream().map(FileIOChoice::byScheme).collect(Collectors.toSet());
    ValidationException.check(
        found.size() == 1 && !found.contains(""),
        "The locations of the warehouse do not say how to access its files: set the property %s to a FileIO for all of them",
        CatalogProperties.FILE_IO_IMPL);
    return found.iterator().next();
  }

  private static String byScheme(Location prefix) {
    if (prefix.root().equals(FILE_ROOT)) {
      return LOCAL;
    }
    return prefix.root().startsWith(S3_ROOT) ? S3 : "";
  }

  /** A root that holds all of them is not guessed: links below it can lead to any place in it. */
  private static void checkRoot(String root, List<Location> prefixes) {
    Location parsed = Location.parse(root);
    for (Location prefix : prefixes) {
      ValidationException.check(
          prefix.isWithin(parsed),
          "The location %s of the warehouse is not below %s: set the property %s to a directory with all of its locations",
          prefix,
          root,
          LocalFileIO.ROOT);
    }
  }

  /** Checks what can be checked without access to files. */
  void check() {
    if (!implementation.equals(LOCAL)) {
      Class<?> found;
      try {
        found = Class.forName(implementation, false, CatalogUtil.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        throw unusable(e);
      }
      ValidationException.check(
          FileIO.class.isAssignableFrom(found),
          "Invalid property %s of a warehouse: %s is not a FileIO",
          CatalogProperties.FILE_IO_IMPL,
          implementation);
    }
  }

  /** Creates and initializes it. */
  FileIO open() {
    if (implementation.equals(LOCAL)) {
      LocalFileIO files = new LocalFileIO();
      files.initialize(properties);
      return files;
    }
    check();
    try {
      // Without a Hadoop configuration, no class of Hadoop is needed.
      return CatalogUtil.loadFileIO(implementation, properties, null);
    } catch (IllegalArgumentException | LinkageError e) {
      throw unusable(e);
    }
  }

  private ValidationException unusable(Throwable cause) {
    return new ValidationException(
        cause,
        "The warehouse needs the FileIO %s, which cannot be loaded (%s): add it to the class path, or set the property %s",
        implementation,
        cause,
        CatalogProperties.FILE_IO_IMPL);
  }
}
