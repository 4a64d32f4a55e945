package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.process.ProcessLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A program that commits to a reference which others commit to as well: each commit counts its
 * process and all of them. It reads the URL from its input, where other users do not see it.
 */
final class CountingProcess {
  static final Scope SCOPE = new Scope("acme", "counting");
  static final String REFERENCE = "main";
  static final String COUNTS = "counts";
  static final Bytes ALL = Key.of("all");

  private CountingProcess() {}

  public static void main(String[] arguments) throws IOException {
    String name = arguments[0];
    int commits = Integer.parseInt(arguments[1]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ProcessLines out = new ProcessLines();
    try (Cairn cairn = open(in.readLine())) {
      Store store = cairn.store(SCOPE);
      out.say("ready");
      in.readLine();
      for (int i = 0; i < commits; i++) {
        count(store, name);
      }
      out.say("done");
    }
  }

  static Cairn open(String url) {
    return Cairn.open(
        Configuration.builder()
            .set("cairn.backend", "jdbc")
            .set("cairn.jdbc.url", url)
            .build(Cairn.settings()));
  }

  static void count(Store store, String name) {
    var unused =
        store.commit(
            REFERENCE,
            workspace -> {
              WorkingIndex<Bytes> counts = workspace.index(COUNTS, ValueSerializer.bytes());
              for (Bytes key : new Bytes[] {ALL, Key.of(name)}) {
                int count = counts.get(key).map(CountingProcess::toNumber).orElse(0);
                counts.put(key, Bytes.ofUtf8(Integer.toString(count + 1)));
              }
              workspace.message(name);
              return true;
            });
  }

  static int toNumber(Bytes stored) {
    return Integer.parseInt(stored.toUtf8());
  }
}
