package dev.cairn.iceberg.server;

import dev.cairn.iceberg.warehouse.Warehouse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What stands in URLs for a warehouse. It has the name, by which any process finds the warehouse,
 * and the ID, so that it never leads to another warehouse of the same name.
 *
 * @param name the name of the warehouse
 * @param id the ID of its catalog
 */
record WarehousePrefix(String name, String id) {
  private static final char SEPARATOR = 0;

  static WarehousePrefix of(Warehouse warehouse) {
    return new WarehousePrefix(warehouse.name(), warehouse.scope().catalogId());
  }

  /** Reads the result of {@link #toString}; empty if it is none. */
  static Optional<WarehousePrefix> parse(String text) {
    String plain;
    try {
      plain =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)))
              .toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
    int separator = plain.indexOf(SEPARATOR);
    if (separator <= 0 || separator == plain.length() - 1) {
      return Optional.empty();
    }
    WarehousePrefix prefix =
        new WarehousePrefix(plain.substring(0, separator), plain.substring(separator + 1));
    // Different texts that mean the same would be different resources for keys.
    return Optional.of(prefix).filter(each -> each.toString().equals(text));
  }

  /** The prefix: letters, digits, minus and underscore. */
  @Override
  public String toString() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((name + SEPARATOR + id).getBytes(StandardCharsets.UTF_8));
  }
}
