package dev.cairn.backend.cassandra;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Default settings with the changes of a test, and one replica. */
record TestSettings(Map<String, String> values) {
  private static final Pattern GIVEN =
      Pattern.compile("([^/]+:[0-9]{1,5})/([^/]+)(?:/([0-9]{1,2}))?");

  static TestSettings of(InetSocketAddress node) {
    return with(node.getHostString() + ":" + node.getPort());
  }

  private static TestSettings with(String contactPoints) {
    return new TestSettings(Map.of())
        .with(CassandraBackendFactory.CONTACT_POINTS, contactPoints)
        .with(CassandraBackendFactory.REPLICATION_FACTOR, "1")
        .with(CassandraBackendFactory.REQUEST_TIMEOUT, "PT30S");
  }

  /**
   * Settings of an existing cluster.
   *
   * @param text {@code host:port,host:port/datacenter/replicas}, one address or more; without the
   *     replicas there is one of each row
   */
  static TestSettings given(String text) {
    Matcher parts = GIVEN.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not of the form host:port,host:port/datacenter/replicas".formatted(text));
    }
    return with(parts.group(1))
        .datacenter(parts.group(2))
        .with(
            CassandraBackendFactory.REPLICATION_FACTOR,
            parts.group(3) == null ? "1" : parts.group(3));
  }

  /** Settings that are not used to connect. */
  static TestSettings anywhere() {
    return of(InetSocketAddress.createUnresolved("nowhere", 1)).datacenter("dc1");
  }

  TestSettings with(Setting<?> setting, String value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.put(setting.key(), value);
    return new TestSettings(changed);
  }

  TestSettings datacenter(String name) {
    return with(CassandraBackendFactory.DATACENTER, name);
  }

  TestSettings keyspace(String name) {
    return with(CassandraBackendFactory.KEYSPACE, name);
  }

  /** The same settings with another address. */
  TestSettings node(InetSocketAddress node) {
    return with(
        CassandraBackendFactory.CONTACT_POINTS, node.getHostString() + ":" + node.getPort());
  }

  CassandraSettings settings() {
    Configuration.Builder builder = Configuration.builder();
    values.forEach(builder::set);
    return CassandraBackendFactory.read(builder.build(new CassandraBackendFactory().settings()));
  }

  CassandraBackend open() {
    return CassandraBackend.connect(settings(), InstantSource.system());
  }

  /** Opens a backend and creates its schema. */
  CassandraBackend create() {
    CassandraBackend backend = open();
    backend.createSchema();
    return backend;
  }
}
