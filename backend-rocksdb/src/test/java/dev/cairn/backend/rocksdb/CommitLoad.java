package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.process.ProcessLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The program that is killed while the engine commits: threads that share a store and two
 * references, as fast as they can. It says what it tries and what was acknowledged, and before and
 * after each write to the backend where it is, so that it can be killed there.
 */
final class CommitLoad {
  static final int THREADS = 6;

  private CommitLoad() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path path = Path.of(arguments[0]);
    Durability durability = Durability.valueOf(arguments[1]);
    String life = arguments[2];
    ProcessLines lines = new ProcessLines();
    lines.say("at opening");
    Backend backend = TestSettings.of(path).with(durability).withWriteBuffer(256 << 10).open();
    // Never closed: the test that started this kills it.
    Cairn cairn = CrashCommit.open(new Telling(backend, lines));
    Store store = cairn.store(Rows.SCOPE);
    createReferences(store);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String prefix = life + "." + i + ".";
      threads.add(new Thread(() -> run(prefix, store, lines)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Creates those that no earlier life created. */
  static void createReferences(Store store) {
    for (String name : CrashCommit.REFERENCES) {
      if (store.findReference(name).isEmpty()) {
        var unused = store.createReference(name);
      }
    }
  }

  private static void run(String prefix, Store store, ProcessLines lines) {
    for (int number = 0; ; number++) {
      CrashCommit commit = new CrashCommit(prefix + number);
      lines.say("try " + commit.name());
      try {
        lines.say("done " + commit.name() + " " + commit.commitTo(store));
      } catch (RuntimeException e) {
        lines.say("failed " + commit.name() + ": " + e);
        throw e;
      }
    }
  }

  private static final class Telling extends ForwardingBackend {
    private final ProcessLines lines;

    Telling(Backend delegate, ProcessLines lines) {
      super(delegate);
      this.lines = lines;
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      if (!operation.isConditional() && operation != Operation.WRITE) {
        return call.get();
      }
      lines.say("at " + operation);
      T result = call.get();
      lines.say("at the end of " + operation);
      return result;
    }
  }
}
