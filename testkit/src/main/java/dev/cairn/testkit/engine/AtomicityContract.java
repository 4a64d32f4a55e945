package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** All of a commit is seen, or nothing of it. */
public interface AtomicityContract extends ContractPart {
  @Test
  default void noReaderSeesHalfOfACommitThatMovesAmountsAmongIndexes() {
    try (World world = new World(this)) {
      Bank bank = new Bank();
      Store first = world.store();
      first.createReference(World.MAIN);
      first.commit(World.MAIN, bank.open());
      int moves = 10 * scale();
      AtomicInteger writing = new AtomicInteger(2);
      List<Integer> reads =
          Race.run(
              4,
              thread -> {
                Store store = world.store();
                if (thread >= 2) {
                  return bank.readWhile(store, writing, thread == 3);
                }
                try {
                  Random random = seed().random("moves of " + thread);
                  for (int i = 0; i < moves; i++) {
                    store.commit(World.MAIN, bank.move(random));
                  }
                  return 0;
                } finally {
                  writing.decrementAndGet();
                }
              });
      assertTrue(reads.get(2) > 0 && reads.get(3) > 0, "the readers read something");
      assertEquals(Bank.ALL, Bank.sum(world.store().current(World.MAIN)));
      assertEquals(2 * moves + 1, Ledger.entries(first).size());
    }
  }

  @Test
  default void aStateThatWasReadStaysWhatItWasWhileOthersCommit() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      Store store = world.store();
      Store other = world.store();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("first", "a", "b"));
      Snapshot before = store.current(World.MAIN);
      for (int i = 0; i < 20; i++) {
        other.commit(World.MAIN, ledger.commit("later " + i, "a", "c" + i));
      }
      assertEquals(
          "first", before.find(Item.class, Ledger.ITEMS, Key.of("a")).orElseThrow().text());
      assertEquals(2, before.index(Ledger.ITEMS).count(IndexRange.all()));
      assertEquals(22, store.current(World.MAIN).index(Ledger.ITEMS).count(IndexRange.all()));
      assertEquals(21, ledger.check(store).size());
    }
  }

  /** Accounts in several indexes whose sum never changes. */
  final class Bank {
    static final long ALL = 3 * 8 * 100;
    private static final List<String> BRANCHES = List.of("east", "north", "west");
    private static final int ACCOUNTS = 8;

    Change<Long> open() {
      return workspace -> {
        for (String branch : BRANCHES) {
          for (int account = 0; account < ACCOUNTS; account++) {
            put(workspace.index(branch, ValueSerializer.bytes()), account, 100);
          }
        }
        return 0L;
      };
    }

    /** Moves something from one account to another, wherever they are. */
    Change<Long> move(Random random) {
      String from = BRANCHES.get(random.nextInt(BRANCHES.size()));
      String to = BRANCHES.get(random.nextInt(BRANCHES.size()));
      int debtor = random.nextInt(ACCOUNTS);
      int creditor = random.nextInt(ACCOUNTS);
      int amount = 1 + random.nextInt(50);
      return workspace -> {
        assertEquals(ALL, sum(workspace), "what a change finds");
        add(workspace.index(from, ValueSerializer.bytes()), debtor, -amount);
        add(workspace.index(to, ValueSerializer.bytes()), creditor, amount);
        return sum(workspace);
      };
    }

    private static void add(WorkingIndex<Bytes> branch, int account, int amount) {
      put(branch, account, amount(branch.get(Key.of("" + account)).orElseThrow()) + amount);
    }

    private static void put(WorkingIndex<Bytes> branch, int account, long amount) {
      branch.put(Key.of("" + account), Bytes.ofUtf8(Long.toString(amount)));
    }

    private static long amount(Bytes bytes) {
      return Long.parseLong(
          new String(bytes.toByteArray(), java.nio.charset.StandardCharsets.UTF_8));
    }

    static long sum(View state) {
      long sum = 0;
      for (String branch : BRANCHES) {
        IndexCursor<Bytes> accounts =
            state.index(branch, ValueSerializer.bytes()).list(IndexRange.all());
        while (accounts.next()) {
          sum += amount(accounts.value());
        }
      }
      return sum;
    }

    /** Reads until the writers have ended, and at least once; returns how often. */
    int readWhile(Store store, AtomicInteger writing, boolean isRecentEnough) {
      long version = 0;
      int reads = 0;
      do {
        Snapshot state = isRecentEnough ? store.recent(World.MAIN) : store.current(World.MAIN);
        assertEquals(ALL, sum(state), "what a reader finds");
        assertTrue(state.version() >= version, "a reader does not go back");
        version = state.version();
        reads++;
      } while (writing.get() > 0);
      return reads;
    }
  }
}
