package dev.cairn.cli.sample;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import java.util.List;

/**
 * What a catalog keeps of a table.
 *
 * @param location where its files are
 * @param columns its columns
 * @param snapshot which of its states is current
 */
public record SampleTable(String location, List<String> columns, long snapshot) {
  /** The index in which tables are found. */
  public static final String INDEX = "tables";

  private static final List<String> COLUMNS =
      List.of("id bigint", "customer string", "amount decimal(12,2)", "at timestamp");

  /** Copies the list. */
  public SampleTable {
    columns = columns == null ? List.of() : List.copyOf(columns);
  }

  /** The first state of a table. */
  public static SampleTable of(String namespace, String name) {
    return new SampleTable("s3://warehouse/%s/%s".formatted(namespace, name), COLUMNS, 1);
  }

  /** The same table with its next state. */
  public SampleTable next() {
    return new SampleTable(location, columns, snapshot + 1);
  }

  /** The key of a table. */
  public static Bytes key(String namespace, String name) {
    return Key.of(namespace, name);
  }
}
