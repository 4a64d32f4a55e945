package dev.cairn.backend.dynamodb;

import dev.cairn.api.config.Configuration;
import dev.cairn.testkit.TestRun;
import java.util.Map;
import java.util.TreeMap;

/** The configuration of tests: defaults, but for the address and what a test changes. */
record TestSettings(Map<String, String> values) {
  /** Tables with {@code prefix} on the server of {@code run}. */
  static TestSettings of(TestRun run, String prefix) {
    return of(DynamoServer.of(run).address(), prefix);
  }

  static TestSettings of(String address, String prefix) {
    return new TestSettings(
            Map.of(
                "cairn.dynamodb.region", "eu-west-1",
                "cairn.dynamodb.access-key-id", "test",
                "cairn.dynamodb.secret-access-key", "test"))
        .with("endpoint", address)
        .with("table-prefix", prefix);
  }

  TestSettings with(String name, String value) {
    Map<String, String> changed = new TreeMap<>(values);
    changed.put("cairn.dynamodb." + name, value);
    return new TestSettings(changed);
  }

  DynamoDbSettings read() {
    Configuration.Builder builder = Configuration.builder();
    values.forEach(builder::set);
    return DynamoDbBackendFactory.read(builder.build(new DynamoDbBackendFactory().settings()));
  }

  DynamoDbBackend open() {
    return DynamoDbBackendFactory.open(read());
  }

  /** Opens a backend whose tables are there. */
  DynamoDbBackend create() {
    DynamoDbBackend backend = open();
    backend.createSchema();
    return backend;
  }
}
