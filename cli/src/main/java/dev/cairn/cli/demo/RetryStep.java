package dev.cairn.cli.demo;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.Store;
import dev.cairn.cli.sample.SampleTable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client receives no answer and sends its request again, on a database that loses a reply as
 * well.
 */
final class RetryStep {
  private static final String NAMESPACE = "invoices";
  private static final String TABLE = "paid_once";

  private final Story story;

  RetryStep(Story story) {
    this.story = story;
  }

  void run(DemoStore demo) {
    story.chapter("retry", "A lost reply, and a retry with an idempotency key");
    Store store = demo.store();
    IdempotencyKey key =
        demo.cairn().idempotency().settings().keyRule().parse("0b7e6f0a-demo-retry");
    RequestKey request = RequestKey.of(Principal.of("ann"), "createTable", "/v1/tables", key);
    AtomicInteger executions = new AtomicInteger();
    try (IdempotentExecutor executor = demo.cairn().idempotency().executor(store.scope())) {
      long before = store.current(DemoStore.MAIN).version();
      demo.loseReply();
      IdempotentResult first = send(executor, store, request, executions);
      story.say("The database applied the write, and the reply was lost.");
      story.figure("settled", Math.round(demo.settled()), "lost reply was settled, not guessed");
      story.say("The client receives no answer, and sends the same request again.");
      IdempotentResult second = send(executor, store, request, executions);
      long moves = store.current(DemoStore.MAIN).version() - before;
      boolean isSame =
          first instanceof IdempotentResult.Executed executed
              && second instanceof IdempotentResult.Replayed replayed
              && executed.outcome().equals(replayed.outcome());
      story.figure("sent", 2, "times the request was sent");
      story.figure("executed", executions.get(), "time it was executed");
      story.figure("effects", moves, "commit in the log");
      story.figure("sameAnswer", isSame, "whether both got the same answer");
      story.require(
          isSame && executions.get() == 1 && moves == 1,
          "a repeated request took effect %s times".formatted(moves));
    }
  }

  private static IdempotentResult send(
      IdempotentExecutor executor, Store store, RequestKey request, AtomicInteger executions) {
    return executor.execute(
        IdempotentCall.of(request, store, DemoStore.MAIN),
        execution -> {
          executions.incrementAndGet();
          return execution.commit(
              store,
              DemoStore.MAIN,
              workspace -> {
                workspace
                    .index(SampleTable.INDEX)
                    .put(
                        SampleTable.key(NAMESPACE, TABLE),
                        workspace.put(SampleTable.of(NAMESPACE, TABLE)));
                workspace.message("create %s.%s".formatted(NAMESPACE, TABLE));
                return Outcome.of(
                    201, "application/json", Bytes.ofUtf8("{\"created\":\"%s\"}".formatted(TABLE)));
              });
        });
  }
}
