package dev.cairn.simulation.broken;

import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;
import java.time.Duration;

/** The contract of requests on the variant that the run names; not run by the build. */
class BrokenIdempotencyContract extends IdempotencyContract {
  private IdempotencyVariant variant() {
    return IdempotencyVariant.valueOf(run().parameter(SuiteRun.PARAMETER).orElseThrow());
  }

  @Override
  public Backend open(TestRun run) {
    return variant().open();
  }

  @Override
  public Store storeOf(Store sound) {
    return variant().storeOf(sound);
  }

  @Override
  public IdempotencyStore recordsOf(IdempotencyStore sound) {
    return variant().recordsOf(sound);
  }

  @Override
  public Duration believedSkew() {
    return variant() == IdempotencyVariant.EXPIRY_WITHOUT_SKEW
        ? Duration.ZERO
        : super.believedSkew();
  }

  @Override
  public int scale() {
    return 1;
  }
}
