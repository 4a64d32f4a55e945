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

/** One write that takes a lease, whatever is there, with others before, during and after it. */
class TakeTest {
  private static final long START = 1_000_000;
  private static final long UNTIL = START + Job.DURATION.toMillis();

  private final LossyBackend lossy = new LossyBackend(new InMemoryBackend());
  private final InterleavingBackend backend = new InterleavingBackend(lossy);
  private final TestHolder first = new TestHolder("first", backend, START);
  private final TestHolder second = new TestHolder("second", backend, START);
  private final TestHolder third = new TestHolder("third", backend, START);

  private static Acquired<Job> take(TestHolder process, Optional<Versioned<Job>> known) {
    return Job.leases(process)
        .take(
            Job.ID,
            known,
            process.holder,
            Job.DURATION,
            lease -> new Job(lease).withResult("of " + process.holder.process()));
  }

  private static Lease<Job> taken(TestHolder process, Optional<Versioned<Job>> known) {
    if (take(process, known) instanceof Acquired.Granted<Job> granted) {
      return granted.lease();
    }
    throw new AssertionError("not granted to " + process.holder);
  }

  private Optional<Versioned<Job>> row() {
    return third.objects.read(Job.ID);
  }

  private void assertHas(TestHolder process, Lease<Job> lease) {
    assertEquals(row().orElseThrow(), lease.known());
    assertEquals(process.holder, lease.state().holder());
    assertEquals(
        Optional.of("of " + process.holder.process()), row().orElseThrow().value().result());
  }

  @Test
  void whatIsNotThereIsInsertedWithOneCall() {
    lossy.resetCalls();
    Lease<Job> lease = taken(first, Optional.empty());
    assertEquals(1, lossy.calls());
    assertEquals(Leases.NEVER, lease.previousUntil());
    assertHas(first, lease);
  }

  @Test
  void anObjectIsTakenWithOneCallEvenFromItsHolder() {
    Lease<Job> before = taken(first, Optional.empty());
    lossy.resetCalls();
    Lease<Job> lease = taken(second, Optional.of(before.known()));
    assertEquals(1, lossy.calls());
    assertEquals(UNTIL, lease.previousUntil());
    assertHas(second, lease);
    assertEquals(new LeaseChange.Lost<>(row()), before.renew(Job.DURATION));
  }

  @Test
  void theNewLeaseEndsNoSoonerThanTheOneBefore() {
    Lease<Job> before = taken(first, Optional.empty());
    second.now = START - 60_000;
    assertEquals(UNTIL, taken(second, Optional.of(before.known())).state().until());
  }

  @Test
  void aCallerThatExpectsNoObjectGetsTheExistingOne() {
    Lease<Job> lease = taken(first, Optional.empty());
    assertEquals(new Acquired.Held<>(lease.known()), take(second, Optional.empty()));
    assertHas(first, lease);
  }

  @Test
  void aLateInsertGetsTheObjectOfTheFirst() {
    backend.beforeNextCall(() -> taken(second, Optional.empty()));
    assertHeldBy(second, take(first, Optional.empty()));
  }

  @Test
  void aLateTakeoverGetsTheObjectOfTheFirst() {
    Optional<Versioned<Job>> known = Optional.of(taken(third, Optional.empty()).known());
    backend.beforeNextCall(() -> taken(second, known));
    assertHeldBy(second, take(first, known));
  }

  private void assertHeldBy(TestHolder process, Acquired<Job> answer) {
    assertEquals(new Acquired.Held<>(row().orElseThrow()), answer);
    assertEquals(process.holder, row().orElseThrow().value().lease().holder());
  }

  @Test
  void anOwnerThatRenewsJustBeforeKeepsIt() {
    Lease<Job> lease = taken(first, Optional.empty());
    Optional<Versioned<Job>> known = Optional.of(lease.known());
    first.now += 1_000;
    backend.beforeNextCall(() -> lease.renew(Job.DURATION));
    assertHeldBy(first, take(second, known));
    assertHas(first, lease);
  }

  @Test
  void whatWasDeletedJustBeforeIsGoneAndNotBroughtBack() {
    Lease<Job> lease = taken(first, Optional.empty());
    Optional<Versioned<Job>> known = Optional.of(lease.known());
    backend.beforeNextCall(lease::delete);
    assertEquals(new Acquired.Gone<>(), take(second, known));
    assertEquals(Optional.empty(), row());
  }

  @Test
  void whatWasDeletedAndInsertedAnewIsAnother() {
    Lease<Job> lease = taken(first, Optional.empty());
    Optional<Versioned<Job>> known = Optional.of(lease.known());
    lease.delete();
    Lease<Job> anew = taken(third, Optional.empty());
    assertEquals(new Acquired.Held<>(anew.known()), take(second, known));
    assertHas(third, anew);
  }

  @Test
  void anInsertWhoseReplyIsLostIsGranted() {
    lossy.next(Fate.APPLIED_REPLY_LOST);
    assertHas(first, taken(first, Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void anInsertThatIsNotFoundIsUnknown(Fate fate) {
    lossy.next(fate);
    assertInstanceOf(Acquired.Unknown.class, take(first, Optional.empty()));
    lossy.deliverDelayed();
    assertEquals(fate == Fate.DELAYED, row().isPresent());
  }

  @Test
  void anUnknownInsertThatFindsAnotherOwnerIsNotGranted() {
    lossy.next(Fate.LOST);
    lossy.beforeNextRead(() -> taken(second, Optional.empty()));
    assertHeldBy(second, take(first, Optional.empty()));
  }

  @Test
  void anInsertInDoubtThatWasTakenOverTwiceIsNotGranted() {
    lossy.next(Fate.APPLIED_REPLY_LOST);
    lossy.beforeNextRead(
        () -> {
          taken(second, row());
          taken(third, row());
        });
    assertHeldBy(third, take(first, Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_REPLY_LOST", "LOST", "DELAYED"})
  void aSwapWithoutAReplyIsSettled(Fate fate) {
    Lease<Job> before = taken(first, Optional.empty());
    lossy.next(fate);
    Lease<Job> lease = taken(second, Optional.of(before.known()));
    lossy.deliverDelayed();
    assertHas(second, lease);
  }

  @Test
  void anUnknownSwapThatFindsAnotherOwnerIsNotGranted() {
    Optional<Versioned<Job>> known = Optional.of(taken(first, Optional.empty()).known());
    lossy.next(Fate.LOST);
    lossy.beforeNextRead(() -> taken(third, known));
    assertHeldBy(third, take(second, known));
  }

  @Test
  void anUnknownSwapWhoseObjectIsGoneStaysUnknown() {
    Lease<Job> lease = taken(first, Optional.empty());
    Optional<Versioned<Job>> known = Optional.of(lease.known());
    lossy.next(Fate.LOST);
    lossy.beforeNextRead(lease::delete);
    assertInstanceOf(Acquired.Unknown.class, take(second, known));
    assertEquals(Optional.empty(), row());
  }

  @Test
  void aRefusalIsAnExceptionAndNothingIsTaken() {
    lossy.next(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> take(first, Optional.empty()));
    assertEquals(Optional.empty(), row());
  }
}
