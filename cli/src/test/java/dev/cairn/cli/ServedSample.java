package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * A store with the samples of {@link Samples} and {@link WarehouseSample}, to be served.
 *
 * @param directory where the store and files are
 */
record ServedSample(Path directory) {
  static ServedSample create(Path directory) {
    ServedSample sample = new ServedSample(directory);
    Samples.create(sample.cli());
    WarehouseSample.create(sample.cli(), directory.resolve("files"));
    return sample;
  }

  Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  /** Where the server says how commands reach it. */
  Path note() {
    return cli().store().resolve("SERVER");
  }

  ObjectNode readNote() throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(note().toFile());
  }

  /** Serves the store, with the settings of {@link Cli}, and waits until it is ready. */
  ChildProcess serve(String... more) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-b", "rocksdb", "-D", "cairn.rocksdb.path=" + cli().store()));
    arguments.addAll(List.of("-D", "cairn.rocksdb.durability=os"));
    arguments.addAll(List.of("-D", "cairn.server.port=0", "-D", "cairn.server.management-port=0"));
    arguments.addAll(List.of("serve", "--json"));
    arguments.addAll(List.of(more));
    // Not where the tests are: relative paths begin where the tool is.
    List<String> command = new ArrayList<>(List.of("env", "-C", directory.toString()));
    command.addAll(ChildProcess.command(arguments.toArray(String[]::new)));
    ChildProcess child = ChildProcess.start(directory, Map.of(), command);
    String unused = child.awaitOutput("}\n");
    return child;
  }

  /** Starts a command that the server runs until it is stopped. */
  Future<Cli.Result> waiting(ExecutorService threads, Interruption interruption, String task) {
    Future<Cli.Result> result =
        threads.submit(() -> cli().run(interruption, "task", "run", task, "--wait", "1h"));
    while (!cli().json("task", "list").toString().contains(task)) {
      assertFalse(result.isDone(), "the command ended");
    }
    return result;
  }
}
