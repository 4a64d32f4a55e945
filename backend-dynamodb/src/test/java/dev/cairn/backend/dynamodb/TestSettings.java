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
    TestSettings settings =
        new TestSettings(Map.of()).with("endpoint", address).with("table-prefix", prefix);
    // The real one knows whom it lets in, and where it is.
    return address.startsWith("https:")
        ? settings
        : settings
            .with("region", "eu-west-1")
            .with("access-key-id", "test")
            .with("secret-access-key", "test");
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
