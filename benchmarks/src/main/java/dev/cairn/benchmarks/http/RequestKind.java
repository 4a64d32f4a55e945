package dev.cairn.benchmarks.http;

import java.io.IOException;

/** What is measured: each client repeats one of these on tables of its own. */
enum RequestKind {
  LOAD_ALL("load, 100 snapshots", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return get(HttpTables.path(prefix, HttpTables.WITH_HISTORY, client) + "?snapshots=all", "");
    }
  },
  LOAD_REFS("load, `refs` of 100 snapshots", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return get(HttpTables.path(prefix, HttpTables.WITH_HISTORY, client) + "?snapshots=refs", "");
    }
  },
  LOAD_UNCHANGED("load, not changed (304)", 304) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) throws IOException {
      String path = HttpTables.path(prefix, HttpTables.WITH_HISTORY, client) + "?snapshots=all";
      String unused = connection.get(path);
      return get(path, "If-None-Match: " + connection.etag() + "\r\n");
    }
  },
  LIST("list of 100 tables", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return get(prefix + "/namespaces/" + HttpTables.LISTED + "/tables", "");
    }
  },
  COMMIT("property commit, new table", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return commit(HttpTables.path(prefix, HttpTables.NEW, client), "");
    }
  },
  KEYED_COMMIT("property commit, new table", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return commit(HttpTables.path(prefix, HttpTables.NEW, client), KEYED);
    }
  },
  COMMIT_WITH_HISTORY("property commit, 100 snapshots", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return commit(HttpTables.path(prefix, HttpTables.WITH_HISTORY, client), "");
    }
  },
  KEYED_COMMIT_WITH_HISTORY("property commit, 100 snapshots", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return commit(HttpTables.path(prefix, HttpTables.WITH_HISTORY, client), KEYED);
    }
  },
  CREATE("create of a table", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return HttpTables.create(prefix, HttpTables.CREATED, RequestTemplate.NUMBER, "");
    }
  },
  KEYED_CREATE("create of a table", 200) {
    @Override
    byte[] request(String prefix, int client, HttpConnection connection) {
      return HttpTables.create(prefix, HttpTables.CREATED, RequestTemplate.NUMBER, KEYED);
    }
  };

  private static final String KEYED = "Idempotency-Key: " + RequestTemplate.KEY + "\r\n";

  private static final String KEYED_PREFIX = "KEYED_";

  private final String title;
  private final int status;

  RequestKind(String title, int status) {
    this.title = title;
    this.status = status;
  }

  /** The request of a client, whose connection may be used to prepare it. */
  abstract byte[] request(String prefix, int client, HttpConnection connection) throws IOException;

  /** Whether it changes something. */
  boolean isChange() {
    return this == COMMIT || this == COMMIT_WITH_HISTORY || this == CREATE || isKeyed();
  }

  /** Whether it is another kind with a key. */
  boolean isKeyed() {
    return name().startsWith(KEYED_PREFIX);
  }

  /** The same with a key. */
  RequestKind keyed() {
    return valueOf(KEYED_PREFIX + name());
  }

  /** How results name it. */
  String title() {
    return title;
  }

  /** The status of each answer. */
  int status() {
    return status;
  }

  private static byte[] get(String path, String headers) {
    return HttpConnection.request("GET", path, headers, "");
  }

  private static byte[] commit(String table, String headers) {
    return HttpConnection.request(
        "POST",
        table,
        headers,
        """
        {"requirements":[],"updates":[{"action":"set-properties","updates":{"changed":"%s"}}]}\
        """
            .formatted(RequestTemplate.NUMBER));
  }
}
