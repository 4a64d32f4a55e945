package dev.cairn.backend.jdbc;

import java.util.List;

/** The dialects that there are. */
final class Dialects {
  private static final List<Dialect> ALL =
      List.of(new PostgreSqlDialect(), new MariaDbDialect(), new H2Dialect());

  private Dialects() {}

  /** The dialect for a URL. */
  static Dialect of(String url) {
    return ALL.stream()
        .filter(each -> each.texts().schemes().stream().anyMatch(url::startsWith))
        .findFirst()
        .orElseThrow(
            () ->
                JdbcUrl.refused(
                    "it is for no database that Cairn knows. Give jdbc:postgresql://host/database,"
                        + " jdbc:mariadb://host/database, jdbc:mysql://host/database or"
                        + " jdbc:h2:file:/path"));
  }
}
