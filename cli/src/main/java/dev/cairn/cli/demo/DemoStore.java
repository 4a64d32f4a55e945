package dev.cairn.cli.demo;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.store.Store;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.core.Cairn;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The store of the demonstration, open. */
final class DemoStore implements AutoCloseable {
  static final String TENANT = "acme";
  static final String CATALOG = "sales";
  static final String MAIN = "main";

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ToolConnection connection;
  private final LostReply replies;
  private final Store store;

  private DemoStore(Tool tool, Configuration configuration) {
    AtomicReference<LostReply> made = new AtomicReference<>();
    connection =
        tool.store()
            .open(
                configuration, backend -> made.updateAndGet(no -> new LostReply(backend)), meters);
    replies = Objects.requireNonNull(made.get());
    boolean isNew = connection.cairn().catalogs().findTenant(TENANT).isEmpty();
    if (isNew) {
      var unused = connection.cairn().catalogs().createTenant(TENANT, Map.of("plan", "gold"));
      var unusedToo =
          connection.cairn().catalogs().createCatalog(TENANT, CATALOG, Map.of("owner", "ann"));
    }
    store = connection.cairn().catalogs().open(TENANT, CATALOG);
  }

  static DemoStore open(Tool tool, Path directory) {
    return open(tool, directory, Map.of());
  }

  static DemoStore open(Tool tool, Path directory, Map<String, String> settings) {
    Configuration.Builder builder =
        Configuration.builder()
            .set("cairn.backend", RocksDbBackendFactory.NAME)
            .set(RocksDbBackendFactory.PATH.key(), directory.toString());
    settings.forEach(builder::set);
    return new DemoStore(tool, builder.build(Cairn.settings()));
  }

  Cairn cairn() {
    return connection.cairn();
  }

  Store store() {
    return store;
  }

  /** Loses the reply to the next commit. */
  void loseReply() {
    replies.arm();
  }

  /** How often the reference was moved, and how many commits each move had. */
  DistributionSummary groups() {
    return meters.get("cairn.commit.group").summary();
  }

  /** How many lost replies were found to belong to commits that were applied. */
  double settled() {
    return meters.get("cairn.commit.settled").tag("outcome", "applied").counter().count();
  }

  @Override
  public void close() {
    connection.close();
  }
}
