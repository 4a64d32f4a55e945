package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cairn.api.CairnException;
import dev.cairn.api.spi.SizeEstimate;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Size estimates of the nodes. Each node knows only its own part of the ring, only files and not
 * memory, and updates its estimate every five minutes.
 */
final class Sizes {
  private record Size(long rows, long bytes) {
    Size plus(Size other) {
      return new Size(rows + other.rows, bytes + other.bytes);
    }
  }

  private final CassandraSession database;

  Sizes(CassandraSession database) {
    this.database = database;
  }

  SizeEstimate estimate() {
    Map<String, Size> byTable = new HashMap<>();
    try {
      for (AsyncResultSet answer : new Bulk(database).run(database.localNodes(), this::ask)) {
        add(answer, byTable);
      }
    } catch (CairnException e) {
      // Some services have no such table, and some roles may not read it.
      if (!(e.getCause() instanceof QueryValidationException)) {
        throw e;
      }
      byTable.clear();
    }
    OptionalLong immutable = rows(byTable, Layout.IMMUTABLE);
    OptionalLong updateable = rows(byTable, Layout.UPDATEABLE);
    return new SizeEstimate(
        immutable.isEmpty() && updateable.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(immutable.orElse(0) + updateable.orElse(0)),
        rows(byTable, Layout.REFERENCES),
        byTable.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(byTable.values().stream().mapToLong(Size::bytes).sum()));
  }

  private CompletionStage<AsyncResultSet> ask(Node node) {
    return database.sendTo(
        node,
        Access.WEAK_READ,
        "SELECT table_name, mean_partition_size, partitions_count FROM system.size_estimates"
            + " WHERE keyspace_name = ?",
        database.settings().keyspace());
  }

  private void add(AsyncResultSet answer, Map<String, Size> byTable) {
    AsyncResultSet page = answer;
    while (true) {
      for (Row row : page.currentPage()) {
        long rows = row.getLong("partitions_count");
        byTable.merge(
            String.valueOf(row.getString("table_name")),
            new Size(rows, rows * row.getLong("mean_partition_size")),
            Size::plus);
      }
      if (!page.hasMorePages()) {
        return;
      }
      page = database.nextPage(page);
    }
  }

  private static OptionalLong rows(Map<String, Size> byTable, Layout layout) {
    Size size = byTable.get(layout.name());
    return size == null ? OptionalLong.empty() : OptionalLong.of(size.rows());
  }
}
