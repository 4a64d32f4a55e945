package dev.cairn.core.internal.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.objects.Versioned;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A holder deletes what its lease is in, with others before, during and after it. */
class DeleteTest {
  private static final long START = 1_000_000;
  private static final long TAKEOVER = START + 60_000;

  private final LossyBackend lossy = new LossyBackend(new InMemoryBackend());
  private final InterleavingBackend backend = new InterleavingBackend(lossy);
  private final TestHolder first = new TestHolder("first", backend, START);
  private final TestHolder second = new TestHolder("second", backend, TAKEOVER);
  private final Lease<Job> lease = Job.granted(first);

  private Optional<Versioned<Job>> row() {
    return second.objects.read(Job.ID);
  }

  private void assertDeleted(LeaseChange<Job> change) {
    assertInstanceOf(LeaseChange.Applied.class, change);
    assertEquals(Optional.empty(), row());
  }

  private void assertLost(LeaseChange<Job> change) {
    assertEquals(new LeaseChange.Lost<>(row()), change);
  }

  @Test
  void theObjectIsGoneWithOneCall() {
    lossy.resetCalls();
    LeaseChange<Job> change = lease.delete();
    assertEquals(1, lossy.calls());
    assertDeleted(change);
    assertEquals(Leases.NEVER, Job.granted(second).previousUntil());
  }

  @Test
  void aHolderThatLostTheLeaseDeletesNothing() {
    Lease<Job> taken = Job.granted(second);
    assertLost(lease.delete());
    assertEquals(Optional.of(taken.known()), row());
  }

  @Test
  void aHolderThatLosesTheLeaseJustBeforeDeletesNothing() {
    backend.beforeNextCall(() -> Job.granted(second));
    assertLost(lease.delete());
    assertEquals(second.holder, row().orElseThrow().value().lease().holder());
  }

  @Test
  void aRenewalOfAnotherThreadIsNotInTheWay() {
    backend.beforeNextCall(() -> lease.renew(Job.DURATION));
    assertDeleted(lease.delete());
  }

  @Test
  void whatAnotherThreadGaveBackIsNotDeleted() {
    lease.release(START, job -> job.withResult("done"));
    assertLost(lease.delete());
    assertEquals(Optional.of("done"), row().orElseThrow().value().result());
  }

  @Test
  void whatAnotherThreadGivesBackJustBeforeIsNotDeleted() {
    backend.beforeNextCall(() -> lease.release(START, job -> job.withResult("done")));
    assertLost(lease.delete());
    assertEquals(Optional.of("done"), row().orElseThrow().value().result());
  }

  @Test
  void whatIsDeletedCannotBeDeletedOrChangedAgain() {
    lease.delete();
    assertLost(lease.delete());
    assertLost(lease.renew(Job.DURATION));
    assertLost(lease.release(START));
    assertEquals(Optional.empty(), row());
  }

  @Test
  void anObjectThatWasInsertedAnewStays() {
    lease.delete();
    Lease<Job> anew = Job.granted(second);
    assertLost(lease.delete());
    assertEquals(Optional.of(anew.known()), row());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void aDeletionWithoutAReplyIsSettled(Fate fate) {
    lossy.next(fate);
    assertDeleted(lease.delete());
    lossy.deliverDelayed();
    assertEquals(Optional.empty(), row());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aDeletionThatIsNeverAnsweredIsUnknown(Fate fate) {
    lossy.all(fate);
    assertInstanceOf(LeaseChange.Unknown.class, lease.delete());
    lossy.all(Fate.FINE);
    lossy.deliverDelayed();
    assertEquals(fate == Fate.LOST, row().isPresent());
  }

  @Test
  void aDeletionThatArrivesAfterATakeoverChangesNothing() {
    lossy.all(Fate.DELAYED);
    assertInstanceOf(LeaseChange.Unknown.class, lease.delete());
    lossy.all(Fate.FINE);
    Lease<Job> taken = Job.granted(second);
    lossy.deliverDelayed();
    assertEquals(Optional.of(taken.known()), row());
  }

  @Test
  void aDeletionInDoubtThatFindsANewObjectLeavesItAlone() {
    lossy.next(Fate.APPLIED_REPLY_LOST);
    lossy.beforeNextRead(() -> Job.granted(second));
    assertInstanceOf(LeaseChange.Applied.class, lease.delete());
    assertEquals(second.holder, row().orElseThrow().value().lease().holder());
  }

  @Test
  void aDeletionInDoubtThatFindsATakeoverIsLost() {
    lossy.next(Fate.LOST);
    lossy.beforeNextRead(() -> Job.granted(second));
    assertLost(lease.delete());
    assertEquals(second.holder, row().orElseThrow().value().lease().holder());
  }

  @Test
  void aDeletionInDoubtThatFindsRenewalsDeletesThose() {
    lossy.next(Fate.LOST);
    lossy.beforeNextRead(
        () -> {
          lease.renew(Job.DURATION);
          lease.renew(Job.DURATION);
        });
    assertDeleted(lease.delete());
  }

  @Test
  void aRefusalIsAnExceptionAndTheObjectStays() {
    lossy.next(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, lease::delete);
    assertEquals(Optional.of(lease.known()), row());
  }
}
