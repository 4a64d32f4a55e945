package dev.cairn.cli.migrate;

/** Why something of the source was not registered, or not as the source has it. */
public enum SkipReason {
  /** It is here, with another metadata file: one of the two was changed. */
  OTHER_METADATA("here with another metadata file"),
  /** The namespace is here with other properties; what is in it is migrated. */
  OTHER_PROPERTIES("here with other properties"),
  /** A view has the name of the table, or a table that of the view. */
  NAME_TAKEN("the name is taken"),
  /** No namespace, table or view here can have the name. */
  NAME_REFUSED("a name that is refused here"),
  /** A location or the metadata file is not below the allowed locations of the warehouse. */
  LOCATION_NOT_ALLOWED("outside the allowed locations"),
  /** A location is malformed, or leads elsewhere than it seems. */
  LOCATION_REFUSED("a location that is refused here"),
  /** A location overlaps that of another table or view here. */
  LOCATION_OVERLAPS("an overlapping location"),
  /** The metadata file is of a version of the format that this release does not know. */
  UNKNOWN_FORMAT("an unknown format version"),
  /** The metadata file is missing, unreadable, or not a metadata file. */
  METADATA_UNREADABLE("an unreadable metadata file"),
  /** The source does not say where the metadata file is. */
  NO_METADATA_FILE("no metadata file"),
  /** The source refused to show it. */
  SOURCE_REFUSED("not shown by the source"),
  /** The source listed it, but does not have it any more. */
  GONE("gone from the source"),
  /** It is too large for the catalog, or its namespace was dropped here meanwhile. */
  REFUSED("refused here");

  private final String words;

  SkipReason(String words) {
    this.words = words;
  }

  /** The reason in words. */
  public String words() {
    return words;
  }
}
