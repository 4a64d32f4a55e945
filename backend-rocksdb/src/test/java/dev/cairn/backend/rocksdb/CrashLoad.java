package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.process.ProcessLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The program that is killed: threads that write objects and swap a reference to them, and swap
 * updateable rows, as fast as they can. Before each attempt it says what it tries, after it that it
 * was acknowledged.
 */
final class CrashLoad {
  static final int THREADS = 4;

  /** Values of up to this many bytes, so that logs and data files come and go. */
  static final int MOST_BYTES = 6_000;

  private final Backend backend;
  private final ProcessLines lines = new ProcessLines();

  private CrashLoad(Backend backend) {
    this.backend = backend;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Path store = Path.of(arguments[0]);
    Durability durability = Durability.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    long seed = Long.parseLong(arguments[2]);
    System.out.println("opening");
    CrashLoad load =
        new CrashLoad(TestSettings.of(store).with(durability).withWriteBuffer(256 << 10).open());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.add(new Thread(() -> load.run(number, new Random(seed + number))));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void run(int thread, Random random) {
    String name = "ref-" + thread;
    ReferenceRow reference = Rows.read(backend, name).orElse(null);
    if (reference == null) {
      reference = Rows.reference(name);
      require(backend.insertReference(reference));
    }
    ObjectRow lease = Rows.updateable("lease-" + thread, Bytes.empty());
    lease = Rows.read(backend, lease.key()).orElse(null);
    while (true) {
      reference = moveReference(thread, reference);
      if (random.nextInt(3) == 0) {
        lease = swapLease(thread, lease, random);
      }
    }
  }

  private ReferenceRow moveReference(int thread, ReferenceRow reference) {
    // IDs of a head's objects follow from its own, so that the one who checks knows them.
    long head = CrashHistory.head(thread, reference.version() + 1);
    ReferenceRow next = Rows.moved(reference, head);
    lines.say("try-ref %d %d %s".formatted(thread, next.version(), next.token()));
    backend.write(CrashHistory.objects(head));
    require(backend.swapReference(reference.token(), next));
    lines.say("ref %d %d %s".formatted(thread, next.version(), next.token()));
    return next;
  }

  private ObjectRow swapLease(int thread, ObjectRow lease, Random random) {
    Bytes value = Rows.noise(random.nextLong(), random.nextInt(2_000));
    ObjectRow next = Rows.updateable("lease-" + thread, value);
    lines.say("try-lease %d %s %s".formatted(thread, next.token().orElseThrow(), value.hashCode()));
    require(lease == null ? backend.insert(next) : backend.swap(lease.token().orElseThrow(), next));
    lines.say("lease %d %s %s".formatted(thread, next.token().orElseThrow(), value.hashCode()));
    return next;
  }

  private void require(CasResult<?> result) {
    if (!Rows.isApplied(result)) {
      lines.say("failed " + result);
      throw new IllegalStateException(String.valueOf(result));
    }
  }
}
