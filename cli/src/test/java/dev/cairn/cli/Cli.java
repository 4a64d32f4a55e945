package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The tool in this process, on a store of RocksDB. */
final class Cli {
  private final Path store;
  private final Map<String, String> environment = new HashMap<>();
  private Console.Terminals terminals = Console.Terminals.NONE;
  private String typed = "";

  Cli(Path store) {
    this.store = store;
    environment.put("CAIRN_BACKEND", "rocksdb");
    environment.put("CAIRN_ROCKSDB_PATH", store.toString());
    // Nothing that is lost when the machine stops matters to these tests.
    environment.put("CAIRN_ROCKSDB_DURABILITY", "os");
  }

  /** What a command left behind. */
  record Result(int code, String out, String err) {
    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + out, e);
      }
    }
  }

  Cli with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Cli without(String variable) {
    environment.remove(variable);
    return this;
  }

  Cli on(Console.Terminals these) {
    terminals = these;
    return this;
  }

  Cli typing(String text) {
    typed = text;
    return this;
  }

  Result run(String... arguments) {
    return run(new Interruption(), arguments);
  }

  Result run(Interruption interruption, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            environment);
    int code = new Tool(console, interruption).execute(arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs what has to succeed. */
  Result ok(String... arguments) {
    Result result = run(arguments);
    assertEquals(0, result.code(), () -> String.join(" ", arguments) + ": " + result);
    return result;
  }

  /** The JSON of what has to succeed. */
  JsonNode json(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json";
    return ok(all).json();
  }

  /** Runs what has to fail with {@code code}, in one sentence; answers with it. */
  String fails(ExitCode code, String... arguments) {
    Result result = run(arguments);
    assertEquals(code.number(), result.code(), () -> String.join(" ", arguments) + ": " + result);
    assertEquals(1, result.err().lines().count(), () -> "not one sentence: " + result);
    return result.err();
  }

  /** The engine on the same store, which no command may use meanwhile. */
  Cairn open() {
    return open(InstantSource.system());
  }

  /** The same for a process that believes it is another time. */
  Cairn open(InstantSource clock) {
    EngineRuntime system = EngineRuntime.system();
    Environment environmentOf = system.environment();
    return Cairn.open(
        Configuration.builder().environment(environment).build(Cairn.settings()),
        ObjectTypes.discover(),
        new EngineRuntime(
            new Environment(clock, environmentOf.waiter(), environmentOf.random()),
            system.executor(),
            system.scheduler(),
            system.meters(),
            system.onClose()));
  }

  Path store() {
    return store;
  }
}
