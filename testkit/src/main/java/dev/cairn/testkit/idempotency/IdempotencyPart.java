package dev.cairn.testkit.idempotency;

import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import java.time.Duration;

/** What every part of the contract starts from. To prove the suite, servers can be made worse. */
public interface IdempotencyPart extends ContractPart {
  /** The store of a server, made of a sound one. */
  default Store storeOf(Store sound) {
    return sound;
  }

  /** The records of a server, made of sound ones. */
  default IdempotencyStore recordsOf(IdempotencyStore sound) {
    return sound;
  }

  /** How far apart the records of a server believe clocks to be. */
  default Duration believedSkew() {
    return Site.SKEW;
  }
}
