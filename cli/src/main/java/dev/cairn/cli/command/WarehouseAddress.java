package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import dev.cairn.cli.CommandException;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A place in a warehouse as an argument: the warehouse, then levels of a namespace, then perhaps a
 * table or view, with slashes between. Dots belong to names, as Iceberg allows them there.
 *
 * @param warehouse the name of the warehouse
 * @param path what is below it
 */
record WarehouseAddress(String warehouse, List<String> path) {
  /** What help says of a namespace. */
  static final String NAMESPACE = "WAREHOUSE/NAMESPACE";

  /** What help says of a table or view. */
  static final String TABLE = "WAREHOUSE/NAMESPACE/TABLE";

  WarehouseAddress {
    path = List.copyOf(path);
  }

  /** Reads arguments. */
  static final class Converter implements ITypeConverter<WarehouseAddress> {
    @Override
    public WarehouseAddress convert(String text) {
      try {
        return parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "'%s' names nothing in a warehouse; write warehouse/namespace/table, with %%2F for a slash in a name"
                .formatted(text));
      }
    }
  }

  static WarehouseAddress parse(String text) {
    List<String> names = Key.elements(KeyText.parse(text)).stream().map(Bytes::toUtf8).toList();
    if (names.isEmpty() || names.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException(text);
    }
    return new WarehouseAddress(names.get(0), names.subList(1, names.size()));
  }

  /** All that is below the warehouse as a namespace; without levels it is the root. */
  Namespace namespace() {
    return Namespace.of(path.toArray(String[]::new));
  }

  /** The last name as that of a table or view. */
  TableIdentifier table() {
    if (path.size() < 2) {
      throw CommandException.usage(
          "'%s' names no table; write warehouse/namespace/table".formatted(this));
    }
    int last = path.size() - 1;
    return TableIdentifier.of(
        Namespace.of(path.subList(0, last).toArray(String[]::new)), path.get(last));
  }

  /** {@code name} as an argument of other commands. */
  String of(TableIdentifier name) {
    return text(warehouse, List.of(name.namespace().levels()))
        + "/"
        + KeyText.of(Key.of(name.name()));
  }

  /** {@code name} as an argument of other commands. */
  String of(Namespace name) {
    return text(warehouse, List.of(name.levels()));
  }

  private static String text(String first, List<String> rest) {
    StringBuilder text = new StringBuilder(KeyText.of(Key.of(first)));
    rest.forEach(each -> text.append('/').append(KeyText.of(Key.of(each))));
    return text.toString();
  }

  @Override
  public String toString() {
    return text(warehouse, path);
  }
}
