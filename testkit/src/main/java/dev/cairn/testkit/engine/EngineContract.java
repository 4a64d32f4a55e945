package dev.cairn.testkit.engine;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What stores promise, on one kind of backend. Extend it beside {@link
 * dev.cairn.testkit.contract.BackendContract}, and say in the same way how to get a backend.
 */
public abstract class EngineContract
    implements OpeningContract,
        ClockContract,
        AtomicityContract,
        ManyStoresContract,
        GroupContract,
        StaleHeadContract,
        LeavingContract,
        LivesContract,
        TimeTravelContract,
        PagingContract,
        ObjectsByKeyContract,
        LogForwardContract,
        SharedHandlesContract,
        IndexSizeContract,
        SizeContract,
        PreparedContract,
        LargeValueContract,
        DerivedContract,
        BranchContract,
        KeyedContract,
        NestingContract,
        UpdateablesContract,
        UpdateableCacheContract,
        ClaimContract,
        CatalogListingContract,
        CostContract,
        TimesContract,
        CrashContract,
        EngineFaultContract {
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
