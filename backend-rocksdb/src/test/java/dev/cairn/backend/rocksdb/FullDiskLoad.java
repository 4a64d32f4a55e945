package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program that makes the calls it reads, one by one, and answers each with a line. */
final class FullDiskLoad {
  private static final int BYTES = 50_000;

  private final RocksDbBackend backend;
  private final List<Long> written = new ArrayList<>();
  private final Map<String, ObjectRow> rows = new HashMap<>();
  private long nextId = 1;
  private int made;

  private FullDiskLoad(RocksDbBackend backend) {
    this.backend = backend;
  }

  public static void main(String[] arguments) throws IOException {
    FullDiskLoad load;
    try {
      load = new FullDiskLoad(TestSettings.of(Path.of(arguments[0])).open());
    } catch (BackendUnavailableException e) {
      System.out.println("unavailable " + e.getMessage());
      return;
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(load.answer(line).replace('\n', ' '));
    }
  }

  private String answer(String command) {
    try {
      return switch (command) {
        case "insert" -> insert();
        case "write" -> write();
        case "check" -> check();
        case "stale" -> stale();
        case "health" -> backend.health().toString();
        case "close" -> close();
        default -> throw new IllegalArgumentException(command);
      };
    } catch (BackendUnavailableException e) {
      return "unavailable " + e.getMessage();
    }
  }

  private String insert() {
    String name = "row-" + made++;
    ObjectRow row = Rows.updateable(name, Rows.noise(made, BYTES));
    CasResult<ObjectRow> result = backend.insert(row);
    if (Rows.isApplied(result)) {
      rows.put(name, row);
      return "applied " + name;
    }
    return result.toString();
  }

  private String write() {
    long id = nextId++;
    backend.write(List.of(Rows.object(id, BYTES)));
    written.add(id);
    return "written " + id;
  }

  private String close() {
    backend.close();
    return "closed";
  }

  /** Whether all that was done can be read. */
  private String check() {
    for (ObjectRow row : rows.values()) {
      if (!Rows.read(backend, row.key()).equals(Optional.of(row))) {
        return "lost " + row.key();
      }
    }
    for (long id : written) {
      if (!Rows.read(backend, Rows.key(id)).equals(Optional.of(Rows.object(id, BYTES)))) {
        return "lost " + id;
      }
    }
    return "all " + (rows.size() + written.size()) + " there";
  }

  /** A swap with a token that is not the row's. */
  private String stale() {
    return backend.swap(Rows.token(), Rows.updateable("row-0", Bytes.empty())).getClass().getName();
  }
}
