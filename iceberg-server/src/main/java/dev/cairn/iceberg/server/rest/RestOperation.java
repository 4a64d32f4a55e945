package dev.cairn.iceberg.server.rest;

import java.util.Locale;
import org.apache.iceberg.rest.ResourcePaths;

/** Everything that the server does, each with its method and path. */
public enum RestOperation {
  /** What a client needs to know about a warehouse. */
  GET_CONFIG("GET", "/v1/config", Effect.READS),

  /** Children of a namespace. */
  LIST_NAMESPACES("GET", ResourcePaths.V1_NAMESPACES, Effect.READS),
  /** A new namespace. */
  CREATE_NAMESPACE("POST", ResourcePaths.V1_NAMESPACES, Effect.MUTATES),
  /** Properties of a namespace. */
  LOAD_NAMESPACE("GET", ResourcePaths.V1_NAMESPACE, Effect.READS),
  /** Whether a namespace exists. */
  NAMESPACE_EXISTS("HEAD", ResourcePaths.V1_NAMESPACE, Effect.READS),
  /** Removes an empty namespace. */
  DROP_NAMESPACE("DELETE", ResourcePaths.V1_NAMESPACE, Effect.MUTATES),
  /** Sets and removes properties of a namespace. */
  UPDATE_NAMESPACE("POST", ResourcePaths.V1_NAMESPACE_PROPERTIES, Effect.MUTATES),

  /** Tables of a namespace. */
  LIST_TABLES("GET", ResourcePaths.V1_TABLES, Effect.READS),
  /** A new table, or a staged one. */
  CREATE_TABLE("POST", ResourcePaths.V1_TABLES, Effect.MUTATES),
  /** A table whose metadata file exists. */
  REGISTER_TABLE("POST", ResourcePaths.V1_TABLE_REGISTER, Effect.MUTATES),
  /** Metadata of a table. */
  LOAD_TABLE("GET", ResourcePaths.V1_TABLE, Effect.READS),
  /** Whether a table exists. */
  TABLE_EXISTS("HEAD", ResourcePaths.V1_TABLE, Effect.READS),
  /** A commit to one table. */
  UPDATE_TABLE("POST", ResourcePaths.V1_TABLE, Effect.MUTATES),
  /** Drops a table. */
  DROP_TABLE("DELETE", ResourcePaths.V1_TABLE, Effect.MUTATES),
  /** What a client measured. */
  REPORT_METRICS("POST", ResourcePaths.V1_TABLE_METRICS, Effect.READS),
  /** Renames a table. */
  RENAME_TABLE("POST", ResourcePaths.V1_TABLE_RENAME, Effect.MUTATES),
  /** A commit to several tables. */
  COMMIT_TRANSACTION("POST", ResourcePaths.V1_TRANSACTIONS_COMMIT, Effect.MUTATES),

  /** Views of a namespace. */
  LIST_VIEWS("GET", ResourcePaths.V1_VIEWS, Effect.READS),
  /** A new view. */
  CREATE_VIEW("POST", ResourcePaths.V1_VIEWS, Effect.MUTATES),
  /** A view whose metadata file exists. */
  REGISTER_VIEW("POST", ResourcePaths.V1_VIEW_REGISTER, Effect.MUTATES),
  /** Metadata of a view. */
  LOAD_VIEW("GET", ResourcePaths.V1_VIEW, Effect.READS),
  /** Whether a view exists. */
  VIEW_EXISTS("HEAD", ResourcePaths.V1_VIEW, Effect.READS),
  /** A commit to a view. */
  UPDATE_VIEW("POST", ResourcePaths.V1_VIEW, Effect.MUTATES),
  /** Drops a view. */
  DROP_VIEW("DELETE", ResourcePaths.V1_VIEW, Effect.MUTATES),
  /** Renames a view. */
  RENAME_VIEW("POST", ResourcePaths.V1_VIEW_RENAME, Effect.MUTATES),

  /** Dropped tables and views; not part of the specification. */
  LIST_DROPPED("GET", "/cairn/v1/{prefix}/dropped", Effect.READS),
  /** Brings a dropped table or view back; not part of the specification. */
  UNDROP("POST", "/cairn/v1/{prefix}/dropped/{id}/undrop", Effect.MUTATES),
  /** The changes of a catalog after a commit; not part of the specification. */
  LIST_CHANGES("GET", "/cairn/v1/{prefix}/changes", Effect.READS),
  /** The description of all this; not part of the specification. */
  DESCRIBE("GET", "/cairn/v1/openapi.json", Effect.READS);

  /** Whether an operation changes the catalog. */
  private enum Effect {
    READS,
    MUTATES
  }

  private final String method;
  private final String path;
  private final Effect effect;

  RestOperation(String method, String path, Effect effect) {
    this.method = method;
    this.path = path;
    this.effect = effect;
  }

  /** The HTTP method. */
  public String method() {
    return method;
  }

  /** The path, with parameters in braces. */
  public String path() {
    return path;
  }

  /** Whether it changes the catalog, and so accepts a key. */
  public boolean isMutation() {
    return effect == Effect.MUTATES;
  }

  /** Whether {@code endpoints} of the configuration names it. */
  boolean isAnnounced() {
    return path.startsWith("/v1/{prefix}/");
  }

  /** The name in metrics, keys and logs, such as {@code create-table}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
