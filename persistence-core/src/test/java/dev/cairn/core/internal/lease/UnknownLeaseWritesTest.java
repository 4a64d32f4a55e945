package dev.cairn.core.internal.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.objects.Versioned;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every write of a lease loses its answer: once, or for as long as the engine tries. What then
 * holds is the same whether it was applied, was lost or lands later.
 */
class UnknownLeaseWritesTest {
  private static final long START = 1_000_000;
  private static final long TAKEOVER = START + 60_000;

  private final LossyBackend lossy = new LossyBackend(new InMemoryBackend());
  private final InterleavingBackend backend = new InterleavingBackend(lossy);
  private final TestHolder first = new TestHolder("first", backend, START);
  private final TestHolder second = new TestHolder("second", backend, START);

  private Versioned<Job> row() {
    return second.objects.read(Job.ID).orElseThrow();
  }

  private LeaseState leaseInRow() {
    return row().value().lease();
  }

  @Test
  void anInsertWhoseReplyIsLostIsGranted() {
    lossy.next(Fate.APPLIED_REPLY_LOST);
    Lease<Job> lease = Job.granted(first);
    assertEquals(leaseInRow().owner(), lease.state().owner());
    assertInstanceOf(LeaseChange.Applied.class, lease.renew(Job.DURATION));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void anInsertThatIsNotFoundIsUnknownAndGrantsNothing(Fate fate) {
    lossy.next(fate);
    assertInstanceOf(Acquired.Unknown.class, Job.acquire(first));
    lossy.deliverDelayed();
    // A late insert is an unused grant, which lapses.
    long left = fate == Fate.LOST ? Leases.NEVER : leaseInRow().until();
    second.now = TAKEOVER;
    assertEquals(left, Job.granted(second).previousUntil());
  }

  @Test
  void anAcquisitionThatIsRefusedIsAnExceptionAndLeavesNothing() {
    lossy.all(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> Job.acquire(first));
    lossy.all(Fate.FINE);
    assertEquals(Leases.NEVER, Job.granted(second).previousUntil());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void aTakeoverWithoutAnAnswerIsSettled(Fate fate) {
    long until = Job.granted(first).state().until();
    second.now = TAKEOVER;
    lossy.next(fate);
    Lease<Job> lease = Job.granted(second);
    lossy.deliverDelayed();
    assertEquals(until, lease.previousUntil());
    assertEquals(leaseInRow(), lease.state());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aTakeoverThatIsNeverAnsweredGrantsNothing(Fate fate) {
    Job.granted(first);
    second.now = TAKEOVER;
    lossy.all(fate);
    assertInstanceOf(Acquired.Unknown.class, Job.acquire(second));
    lossy.all(Fate.FINE);
    lossy.deliverDelayed();
    boolean landed = leaseInRow().holder().equals(second.holder);
    assertEquals(fate == Fate.DELAYED, landed);
    TestHolder third = new TestHolder("third", backend, TAKEOVER + 60_000);
    long until = leaseInRow().until();
    assertEquals(until, Job.granted(third).previousUntil());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void aRenewalWithoutAnAnswerIsSettled(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    first.now += 4_000;
    lossy.next(fate);
    assertInstanceOf(LeaseChange.Applied.class, lease.renew(Job.DURATION));
    lossy.deliverDelayed();
    assertEquals(START + 14_000, lease.state().until());
    assertEquals(leaseInRow(), lease.state());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aRenewalThatIsNeverAnsweredIsSettledByTheNextOne(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    long until = lease.state().until();
    first.now += 4_000;
    lossy.all(fate);
    assertInstanceOf(LeaseChange.Unknown.class, lease.renew(Job.DURATION));
    assertEquals(until, lease.state().until(), "only what is certain is used");
    lossy.all(Fate.FINE);
    lossy.deliverDelayed();
    assertInstanceOf(LeaseChange.Applied.class, lease.renew(Job.DURATION));
    assertEquals(leaseInRow(), lease.state());
    assertTrue(lease.state().until() > until);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aRenewalThatArrivesAfterATakeoverChangesNothing(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    lossy.all(fate);
    lease.renew(Job.DURATION);
    lossy.all(Fate.FINE);
    second.now = TAKEOVER;
    Job.granted(second);
    Versioned<Job> taken = row();
    lossy.deliverDelayed();
    assertEquals(taken, row());
    assertInstanceOf(LeaseChange.Lost.class, lease.renew(Job.DURATION));
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void aReleaseWithoutAnAnswerIsSettled(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    lossy.next(fate);
    assertInstanceOf(LeaseChange.Applied.class, lease.release(START + 3));
    lossy.deliverDelayed();
    assertTrue(leaseInRow().released());
    assertEquals(START + 3, leaseInRow().until());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aReleaseThatIsNeverAnsweredEndsWithItsLeaseOrWhenItArrives(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    long until = lease.state().until();
    lossy.all(fate);
    assertInstanceOf(LeaseChange.Unknown.class, lease.release(START + 3));
    lossy.all(Fate.FINE);
    lossy.deliverDelayed();
    boolean arrived = leaseInRow().released();
    assertEquals(fate == Fate.DELAYED, arrived);
    assertEquals(arrived ? START + 3 : until, leaseInRow().until());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aReleaseThatArrivesAfterATakeoverChangesNothing(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    lossy.all(fate);
    lease.release(START + 3);
    lossy.all(Fate.FINE);
    second.now = TAKEOVER;
    Job.granted(second);
    lossy.deliverDelayed();
    assertFalse(leaseInRow().released());
    assertEquals(second.holder, leaseInRow().holder());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void aReleaseAfterAnUnansweredRenewalReleases(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    lossy.all(fate);
    lease.renew(Job.DURATION);
    lossy.all(Fate.FINE);
    // The renewal arrives while the release is on its way.
    backend.beforeNextCall(lossy::deliverDelayed);
    assertInstanceOf(LeaseChange.Applied.class, lease.release(START + 3));
    assertTrue(leaseInRow().released());
    assertEquals(START + 3, leaseInRow().until());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void anUpdateWithoutAnAnswerIsSettled(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    lossy.next(fate);
    assertInstanceOf(LeaseChange.Applied.class, lease.update(job -> job.withResult("done")));
    lossy.deliverDelayed();
    assertEquals("done", row().value().result().orElseThrow());
    assertFalse(leaseInRow().released());
  }

  @Test
  void aChangeThatLandedIsNotSaidToHaveBeenRefused() {
    Lease<Job> lease = Job.granted(first);
    lossy.next(Fate.APPLIED_REPLY_LOST);
    // Before the holder looks, its other threads change the object twice; then nothing goes on.
    lossy.beforeNextRead(
        () -> {
          lease.renew(Job.DURATION);
          lease.renew(Job.DURATION);
          lossy.all(Fate.REFUSED);
        });
    assertInstanceOf(LeaseChange.Unknown.class, lease.update(job -> job.withResult("done")));
    assertEquals("done", row().value().result().orElseThrow());
  }
}
