package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Waiter;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.testkit.contract.Race;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many clients repeat the same requests at once, on several servers, in real time. */
public interface StormContract extends IdempotencyPart {
  /** How many requests there are in all. */
  default int stormRequests() {
    return 1_000 * scale();
  }

  @Test
  default void inAStormOfRetriesEachKeyIsExecutedOnceAndAllHearTheSame() {
    int keys = 100;
    int threads = 16;
    Site site = new Site(this);
    List<Server> servers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      servers.add(
          new Server(
              this,
              backend(),
              settings(),
              site.scope(),
              InstantSource.system(),
              Waiter.system(),
              seed().random("server " + i),
              i));
    }
    var unused = servers.get(0).store().createReference(Site.MAIN);
    Map<String, AtomicInteger> executions = new ConcurrentHashMap<>();
    List<Map<String, Set<Outcome>>> answers =
        Race.run(
            threads,
            thread -> {
              Random random = seed().random("thread " + thread);
              Map<String, Set<Outcome>> mine = new ConcurrentHashMap<>();
              for (int i = thread; i < stormRequests(); i += threads) {
                Server server = servers.get(random.nextInt(servers.size()));
                // Those of the same time ask for the same keys.
                String key = "k" + (i * (long) keys / stormRequests() / 4 * 4 + random.nextInt(4));
                mine.computeIfAbsent(key, k -> new HashSet<>())
                    .add(ask(server, Site.request(key), executions));
              }
              return mine;
            });
    Map<String, Set<Outcome>> all = new ConcurrentHashMap<>();
    answers.forEach(
        mine ->
            mine.forEach(
                (key, outcomes) ->
                    all.computeIfAbsent(key, k -> new HashSet<>()).addAll(outcomes)));
    assertTrue(all.size() > keys / 2, () -> "keys: " + all.keySet());
    all.forEach(
        (key, outcomes) ->
            assertEquals(Set.of(Site.created(1)), outcomes, () -> "answers to " + key));
    executions.forEach((key, count) -> assertEquals(1, count.get(), () -> "executions of " + key));
    var state = servers.get(0).store().current(Site.MAIN);
    all.keySet()
        .forEach(key -> assertEquals(1, Site.effects(state, key), () -> "effects of " + key));
  }

  // In real time no lease lapses and no caller gives up, however slow the machine is.
  private static IdempotencySettings settings() {
    return new IdempotencySettings(
        true,
        Site.SETTINGS.keyRule(),
        Site.SETTINGS.lifetime(),
        Site.SETTINGS.grace(),
        Site.SETTINGS.lifetime(),
        Duration.ofMinutes(10),
        IdempotencySettings.WhenUnreachable.FAIL,
        Site.SETTINGS.maxOutcomeBytes());
  }

  private static Outcome ask(
      Server server, RequestKey request, Map<String, AtomicInteger> executions) {
    String key = request.key().text();
    IdempotentResult result =
        server
            .executor()
            .execute(
                server.call(request),
                execution -> {
                  executions.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet();
                  return execution.commit(server.store(), Site.MAIN, Site.raise(key));
                });
    if (result instanceof IdempotentResult.Executed executed) {
      return executed.outcome();
    } else if (result instanceof IdempotentResult.Replayed replayed) {
      return replayed.outcome();
    }
    throw new AssertionError("refused: " + result);
  }
}
