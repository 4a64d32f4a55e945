package dev.cairn.backend.cassandra;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings as their defaults are, but for what a test changes; with one replica. */
record TestSettings(Map<String, String> values) {
  static TestSettings of(InetSocketAddress node) {
    return new TestSettings(Map.of())
        .with(CassandraBackendFactory.CONTACT_POINTS, node.getHostString() + ":" + node.getPort())
        .with(CassandraBackendFactory.REPLICATION_FACTOR, "1")
        .with(CassandraBackendFactory.REQUEST_TIMEOUT, "PT30S");
  }

  /** Settings that nobody connects with. */
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

  /** The same by way of another address. */
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

  /** Opens it with its schema created. */
  CassandraBackend create() {
    CassandraBackend backend = open();
    backend.createSchema();
    return backend;
  }
}
