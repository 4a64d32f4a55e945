package dev.cairn.core.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.lease.UnreliableBackend.Fate;
import dev.cairn.core.objects.Versioned;
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

  private final UnreliableBackend backend = new UnreliableBackend(new InMemoryBackend());
  private final TestHolder first = new TestHolder("first", backend, START);
  private final TestHolder second = new TestHolder("second", backend, START);

  private void once(Fate fate) {
    backend.fates =
        () -> {
          backend.fates = () -> Fate.FINE;
          return fate;
        };
  }

  private void from(Fate fate) {
    backend.fates = () -> fate;
  }

  private void answersAgain() {
    backend.fates = () -> Fate.FINE;
  }

  private Versioned<Job> row() {
    return second.objects.read(Job.ID).orElseThrow();
  }

  private LeaseState leaseInRow() {
    return row().value().lease();
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED", "LOST", "DELAYED"})
  void anInsertWithoutAnAnswerIsSettled(Fate fate) {
    once(fate);
    Lease<Job> lease = Job.granted(first);
    backend.landAll();
    assertEquals(leaseInRow().owner(), lease.state().owner());
    assertInstanceOf(Change.Applied.class, lease.renew(Job.DURATION));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void anInsertThatIsNeverAnsweredIsUnknownAndGrantsNothing(Fate fate) {
    from(fate);
    assertInstanceOf(Acquired.Unknown.class, Job.acquire(first));
    answersAgain();
    backend.landAll();
    // A late insert is a grant that nobody uses, and it ends by itself.
    long left = fate == Fate.LOST ? Leases.NEVER : leaseInRow().until();
    second.now = TAKEOVER;
    assertEquals(left, Job.granted(second).previousUntil());
  }

  @Test
  void anAcquisitionThatIsRefusedIsAnExceptionAndLeavesNothing() {
    from(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> Job.acquire(first));
    answersAgain();
    assertEquals(Leases.NEVER, Job.granted(second).previousUntil());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED", "LOST", "DELAYED"})
  void aTakeoverWithoutAnAnswerIsSettled(Fate fate) {
    long until = Job.granted(first).state().until();
    second.now = TAKEOVER;
    once(fate);
    Lease<Job> lease = Job.granted(second);
    backend.landAll();
    assertEquals(until, lease.previousUntil());
    assertEquals(leaseInRow(), lease.state());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aTakeoverThatIsNeverAnsweredGrantsNothing(Fate fate) {
    Job.granted(first);
    second.now = TAKEOVER;
    from(fate);
    assertInstanceOf(Acquired.Unknown.class, Job.acquire(second));
    answersAgain();
    backend.landAll();
    boolean landed = leaseInRow().holder().equals(second.holder);
    assertEquals(fate == Fate.DELAYED, landed);
    TestHolder third = new TestHolder("third", backend, TAKEOVER + 60_000);
    long until = leaseInRow().until();
    assertEquals(until, Job.granted(third).previousUntil());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED", "LOST", "DELAYED"})
  void aRenewalWithoutAnAnswerIsSettled(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    first.now += 4_000;
    once(fate);
    assertInstanceOf(Change.Applied.class, lease.renew(Job.DURATION));
    backend.landAll();
    assertEquals(START + 14_000, lease.state().until());
    assertEquals(leaseInRow(), lease.state());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aRenewalThatIsNeverAnsweredIsSettledByTheNextOne(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    long until = lease.state().until();
    first.now += 4_000;
    from(fate);
    assertInstanceOf(Change.Unknown.class, lease.renew(Job.DURATION));
    assertEquals(until, lease.state().until(), "only what is certain is used");
    answersAgain();
    backend.landAll();
    assertInstanceOf(Change.Applied.class, lease.renew(Job.DURATION));
    assertEquals(leaseInRow(), lease.state());
    assertTrue(lease.state().until() > until);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aRenewalThatArrivesAfterATakeoverChangesNothing(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    from(fate);
    lease.renew(Job.DURATION);
    answersAgain();
    second.now = TAKEOVER;
    Job.granted(second);
    Versioned<Job> taken = row();
    backend.landAll();
    assertEquals(taken, row());
    assertInstanceOf(Change.Lost.class, lease.renew(Job.DURATION));
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED", "LOST", "DELAYED"})
  void aReleaseWithoutAnAnswerIsSettled(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    once(fate);
    assertInstanceOf(Change.Applied.class, lease.release(START + 3));
    backend.landAll();
    assertTrue(leaseInRow().released());
    assertEquals(START + 3, leaseInRow().until());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aReleaseThatIsNeverAnsweredEndsWithItsLeaseOrWhenItArrives(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    long until = lease.state().until();
    from(fate);
    assertInstanceOf(Change.Unknown.class, lease.release(START + 3));
    answersAgain();
    backend.landAll();
    boolean arrived = leaseInRow().released();
    assertEquals(fate == Fate.DELAYED, arrived);
    assertEquals(arrived ? START + 3 : until, leaseInRow().until());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aReleaseThatArrivesAfterATakeoverChangesNothing(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    from(fate);
    lease.release(START + 3);
    answersAgain();
    second.now = TAKEOVER;
    Job.granted(second);
    backend.landAll();
    assertFalse(leaseInRow().released());
    assertEquals(second.holder, leaseInRow().holder());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED", "LOST", "DELAYED"})
  void aReleaseAfterAnUnansweredRenewalReleases(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    from(fate);
    lease.renew(Job.DURATION);
    answersAgain();
    // The renewal arrives while the release is on its way.
    backend.inNextCall(backend::landAll);
    assertInstanceOf(Change.Applied.class, lease.release(START + 3));
    assertTrue(leaseInRow().released());
    assertEquals(START + 3, leaseInRow().until());
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED", "LOST", "DELAYED"})
  void anUpdateWithoutAnAnswerIsSettled(Fate fate) {
    Lease<Job> lease = Job.granted(first);
    once(fate);
    assertInstanceOf(Change.Applied.class, lease.update(job -> job.withResult("done")));
    backend.landAll();
    assertEquals("done", row().value().result().orElseThrow());
    assertFalse(leaseInRow().released());
  }
}
