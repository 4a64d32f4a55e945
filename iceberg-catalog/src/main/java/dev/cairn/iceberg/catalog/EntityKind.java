package dev.cairn.iceberg.catalog;

import dev.cairn.api.DamagedDataException;

/** What an entity is. */
public enum EntityKind {
  /** A namespace. */
  NAMESPACE(1, "Namespace"),
  /** A table. */
  TABLE(2, "Table"),
  /** A view. */
  VIEW(3, "View");

  private final byte code;
  private final String title;

  EntityKind(int code, String title) {
    this.code = (byte) code;
    this.title = title;
  }

  byte code() {
    return code;
  }

  /** The word that Iceberg's messages use. */
  String title() {
    return title;
  }

  static EntityKind ofCode(int code) {
    for (EntityKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new DamagedDataException("an entity has the unknown kind " + code);
  }
}
