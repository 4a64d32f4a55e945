package dev.cairn.backend.dynamodb;

import dev.cairn.api.config.Configuration;
import dev.cairn.testkit.TestRun;
import java.util.Map;
import java.util.TreeMap;

/** The configuration of tests: defaults with the address and the changes of a test. */
record TestSettings(Map<String, String> values) {
  /** Tables with {@code prefix} on the server of {@code run}. */
  static TestSettings of(TestRun run, String prefix) {
    return of(DynamoServer.of(run).address(), prefix);
  }

  /** The same at {@code address}, with long timeouts: a busy machine is not a failed server. */
  static TestSettings of(String address, String prefix) {
    return usual(address, prefix).with("request-timeout", "PT60S").with("connect-timeout", "PT60S");
  }

  /** Defaults with this address. */
  static TestSettings usual(String address, String prefix) {
    TestSettings settings =
        new TestSettings(Map.of()).with("endpoint", address).with("table-prefix", prefix);
    // The real service has its own credentials and region.
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

  /** Opens a backend and creates its tables. */
  DynamoDbBackend create() {
    DynamoDbBackend backend = open();
    backend.createSchema();
    return backend;
  }
}
