package dev.cairn.testkit.idempotency;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What requests with keys are promised, on one kind of backend. Extend it beside {@link
 * dev.cairn.testkit.engine.EngineContract}, and say in the same way how to get a backend.
 */
public abstract class IdempotencyContract
    implements RecordContract,
        OutcomeContract,
        KeyedCommitContract,
        WindowContract,
        DeadlineContract,
        RecreationContract,
        ExecutorContract,
        TakeoverContract,
        FailureContract,
        DoubtfulRefusalContract,
        UnfinishedFailureContract,
        RefusalContract,
        PayloadContract,
        ServerErrorContract,
        AnswerContract,
        PurgeContract,
        TargetContract,
        StormContract,
        RecordFaultContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  /** Opens the backend before the first test, and not by whichever thread of a race needs it. */
  @BeforeEach
  final void openBackend() {
    Backend unused = backend();
  }

  @Override
  public final TestRun run() {
    return run;
  }

  @Override
  public final Seed seed() {
    return seed;
  }
}
