package dev.cairn.iceberg.server;

import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.rest.RESTCatalog;

/**
 * Iceberg's own client behind a network that loses requests and replies, and leads it from one
 * server to another. It reports the fate of each operation, as far as the client knows it.
 */
final class TransferClient implements AutoCloseable {
  /** Every mutation has this header, and no read has. */
  private static final String MUTATION = "Idempotency-Key";

  private static final int TRIES = 50;
  private static final List<Fate> LOSSES =
      List.of(Fate.CUT_REQUEST, Fate.CUT_REPLY, Fate.HALF_CLOSE, Fate.CUT_INSIDE_REPLY);

  private final String name;
  private final Random random;
  private final ServerGroup servers;
  private final TransferLedger ledger;
  private final TcpProxy proxy;
  private final RESTCatalog catalog;
  private Trap late;

  TransferClient(
      String name,
      Random random,
      ServerGroup servers,
      TransferLedger ledger,
      Function<String, RESTCatalog> clients) {
    this.name = name;
    this.random = random;
    this.servers = servers;
    this.ledger = ledger;
    this.proxy = servers.proxy(0);
    this.catalog = clients.apply("http://127.0.0.1:" + proxy.address().getPort());
  }

  /** Makes so many operations. */
  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      disturb();
      operate(name + "-" + i);
      ledger.done();
    }
    proxy.clear();
    releaseLate();
  }

  private void disturb() {
    proxy.clear();
    releaseLate();
    int drawn = random.nextInt(100);
    if (drawn < 30) {
      Trap unused = proxy.trap(MUTATION, LOSSES.get(random.nextInt(LOSSES.size())));
    } else if (drawn < 32) {
      // It arrives after the client gave up, or during its next operation.
      late = proxy.trap(MUTATION, Fate.HOLD_REQUEST);
    }
    if (random.nextInt(3) == 0) {
      // Takes effect with the next connection: after a loss, another server gets the repetition.
      servers.lead(proxy, random.nextInt(servers.size()));
    }
  }

  private void releaseLate() {
    if (late != null) {
      late.release();
      late = null;
    }
  }

  private void operate(String mark) {
    int drawn = random.nextInt(10);
    if (drawn < 5) {
      int amount = 1 + random.nextInt(100);
      commit(mark, true, true, () -> TransferTables.transfer(catalog, mark, amount));
    } else if (drawn < 9) {
      boolean isLeft = random.nextBoolean();
      TableIdentifier table = isLeft ? TransferTables.LEFT : TransferTables.RIGHT;
      commit(mark, isLeft, !isLeft, () -> TransferTables.append(catalog, table, mark));
    } else {
      replaceOwnTable(mark);
    }
  }

  private void commit(String mark, boolean isInLeft, boolean isInRight, Runnable commit) {
    TransferLedger.Entry entry = ledger.begin(mark, isInLeft, isInRight);
    for (int i = 0; i < TRIES; i++) {
      try {
        commit.run();
        entry.applied();
        return;
      } catch (CommitFailedException e) {
        // Certainly not applied: the same mark may be used again.
      } catch (CommitStateUnknownException | RESTException e) {
        checkKind(e);
        entry.unknown();
        return;
      }
    }
    entry.notApplied();
  }

  /** Whatever is lost, under its key none of these finds that it was done before. */
  private void replaceOwnTable(String mark) {
    TableIdentifier first = TableIdentifier.of(TransferTables.BANK, mark);
    TableIdentifier second = TableIdentifier.of(TransferTables.BANK, mark + "-renamed");
    try {
      var unused = catalog.createTable(first, TransferTables.SCHEMA);
      catalog.renameTable(first, second);
      if (!catalog.dropTable(second, false)) {
        throw new AssertionError(second + " was not there any more");
      }
    } catch (CommitStateUnknownException | RESTException e) {
      checkKind(e);
    }
  }

  // Others are a refusal, and nothing here is to be refused.
  private static void checkKind(RuntimeException e) {
    boolean isUnknown =
        e.getClass() == RESTException.class
            || e instanceof CommitStateUnknownException
            || e instanceof ServiceFailureException
            || e instanceof ServiceUnavailableException;
    if (!isUnknown) {
      throw e;
    }
  }

  /** Cuts its connections in the middle of whatever it does, and leads it elsewhere. */
  void shake(int otherServer) {
    servers.lead(proxy, otherServer);
    proxy.cutAll();
  }

  static Map<String, String> properties() {
    return Map.of(
        "rest-metrics-reporting-enabled", "false",
        // Long enough for what a busy machine does meanwhile.
        "rest.client.socket-timeout-ms", "15000",
        "commit.retry.num-retries", "20",
        "commit.retry.min-wait-ms", "10");
  }

  @Override
  public void close() {
    try {
      catalog.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
