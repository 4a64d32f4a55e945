package dev.cairn.iceberg.catalog;

import dev.cairn.api.DamagedDataException;

/** What an entity is. */
public enum EntityKind {
  /** A namespace. */
  NAMESPACE(1, "Namespace", "iceberg.namespace"),
  /** A table. */
  TABLE(2, "Table", "iceberg.table"),
  /** A view. */
  VIEW(3, "View", "iceberg.view");

  private final byte code;
  private final String title;
  private final String stateType;

  EntityKind(int code, String title, String stateType) {
    this.code = (byte) code;
    this.title = title;
    this.stateType = stateType;
  }

  byte code() {
    return code;
  }

  /** The word that Iceberg's messages use. */
  String title() {
    return title;
  }

  /** The object type of its states. */
  String stateType() {
    return stateType;
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
