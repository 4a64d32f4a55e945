package dev.cairn.core.internal.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.objects.Versioned;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private static final long START = 1_000_000;
  private static final long UNTIL = START + Job.DURATION.toMillis();
  private static final long SKEW = TestHolder.SKEW.toMillis();

  private final InterleavingBackend backend = new InterleavingBackend(new InMemoryBackend());
  private final TestHolder first = new TestHolder("first", backend, START);
  private final TestHolder second = new TestHolder("second", backend, START);

  private Versioned<Job> row() {
    return second.objects.read(Job.ID).orElseThrow();
  }

  private LeaseState leaseInRow() {
    return row().value().lease();
  }

  @Test
  void aNewObjectIsGrantedToTheFirstProcess() {
    Lease<Job> lease = Job.granted(first);
    assertEquals(leaseInRow(), lease.state());
    assertEquals(first.holder, leaseInRow().holder());
    assertEquals(START, leaseInRow().since());
    assertEquals(UNTIL, leaseInRow().until());
    assertEquals(Leases.NEVER, lease.previousUntil());
    Acquired.Held<?> held = assertInstanceOf(Acquired.Held.class, Job.acquire(second));
    assertEquals(row(), held.found());
  }

  @Test
  void ofTwoConcurrentInsertsOneIsGranted() {
    Lease<?>[] winner = new Lease<?>[1];
    // The second asks after the first found nothing.
    int[] calls = new int[1];
    backend.interleave =
        () -> {
          if (++calls[0] == 2) {
            winner[0] = Job.granted(second);
          }
        };
    assertInstanceOf(Acquired.Held.class, Job.acquire(first));
    assertEquals(second.holder, leaseInRow().holder());
    assertEquals(leaseInRow(), winner[0].state());
  }

  @Test
  void ofTwoConcurrentTakeoversOneIsGranted() {
    Job.granted(new TestHolder("crashed", backend, START - 60_000));
    ofTwoConcurrentInsertsOneIsGranted();
  }

  @Test
  void itIsTakenOverOnlyAfterItsTimeAndTheSkew() {
    Job.granted(first);
    second.now = UNTIL + SKEW;
    assertInstanceOf(Acquired.Held.class, Job.acquire(second));
    second.now = UNTIL + SKEW + 1;
    assertEquals(UNTIL, Job.granted(second).previousUntil());
    assertEquals(second.now, leaseInRow().since());
  }

  @Test
  void whatWasReleasedIsFreeFromTheLastTimestampUsedOn() {
    Lease<Job> lease = Job.granted(first);
    assertInstanceOf(LeaseChange.Applied.class, lease.release(START + 5));
    assertTrue(leaseInRow().released());
    assertEquals(first.holder, leaseInRow().holder(), "operators still see who had it");
    second.now = START + 4;
    assertInstanceOf(Acquired.Held.class, Job.acquire(second));
    second.now = START + 5;
    assertEquals(START + 5, Job.granted(second).previousUntil());
  }

  @Test
  void everyGrantHasAnOwnerOfItsOwn() {
    Lease<Job> lease = Job.granted(first);
    lease.release(START);
    assertNotEquals(lease.state().owner(), Job.granted(first).state().owner());
  }

  @Test
  void aRenewalExtendsButNeverShortens() {
    Lease<Job> lease = Job.granted(first);
    first.now += 4_000;
    assertInstanceOf(LeaseChange.Applied.class, lease.renew(Job.DURATION));
    assertEquals(UNTIL + 4_000, leaseInRow().until());
    first.now = START - 60_000;
    assertInstanceOf(LeaseChange.Applied.class, lease.renew(Job.DURATION));
    assertEquals(UNTIL + 4_000, leaseInRow().until());
    assertEquals(START, leaseInRow().since());
  }

  @Test
  void aLapsedLeaseThatWasNotTakenOverCanBeRenewed() {
    Lease<Job> lease = Job.granted(first);
    first.now += 60_000;
    assertInstanceOf(LeaseChange.Applied.class, lease.renew(Job.DURATION));
  }

  @Test
  void aHolderThatLostTheLeaseCanChangeNothing() {
    Lease<Job> lease = Job.granted(first);
    second.now = UNTIL + SKEW + 1;
    Job.granted(second);
    Versioned<Job> taken = row();
    assertEquals(
        new LeaseChange.Lost<>(Optional.of(taken)), lease.update(job -> job.withResult("earlier")));
    assertEquals(new LeaseChange.Lost<>(Optional.of(taken)), lease.renew(Job.DURATION));
    assertEquals(new LeaseChange.Lost<>(Optional.of(taken)), lease.release(START));
    assertEquals(taken, row());
  }

  @Test
  void theHolderChangesTheValueAndKeepsTheLease() {
    Lease<Job> lease = Job.granted(first);
    assertInstanceOf(LeaseChange.Applied.class, lease.update(job -> job.withResult("half")));
    assertEquals(Optional.of("half"), row().value().result());
    assertInstanceOf(
        LeaseChange.Applied.class, lease.release(START + 1, job -> job.withResult("done")));
    assertEquals(Optional.of("done"), row().value().result());
    assertTrue(leaseInRow().released());
    second.now = START + 1;
    assertEquals(Optional.of("done"), Job.granted(second).known().value().result());
  }

  @Test
  void aChangeOfTheValueCannotTouchTheLease() {
    Lease<Job> lease = Job.granted(first);
    LeaseState before = leaseInRow();
    lease.update(job -> new Job(before.released(START), Optional.of("half"), job.unknown()));
    assertEquals(before, leaseInRow());
    assertEquals(Optional.of("half"), row().value().result());
  }

  @Test
  void aNegativeClockSkewIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new Leases<>(
                first.objects, LeaseField.whole(), first.environment, Duration.ofMillis(-1)));
  }

  @Test
  void theExpiryHintFollowsTheValue() {
    Lease<Job> lease = Job.granted(first);
    assertEquals(OptionalLong.of(Job.micros(UNTIL)), row().expiresAtMicros());
    first.now += 1_000;
    lease.renew(Job.DURATION);
    assertEquals(OptionalLong.of(Job.micros(UNTIL + 1_000)), row().expiresAtMicros());
  }

  @Test
  void aRenewalDuringAReleaseDoesNotBringTheLeaseBack() {
    Lease<Job> lease = Job.granted(first);
    backend.beforeNextCall(() -> lease.release(START));
    assertInstanceOf(LeaseChange.Lost.class, lease.renew(Job.DURATION));
    assertTrue(leaseInRow().released());
    assertEquals(START, leaseInRow().until());
    assertInstanceOf(LeaseChange.Lost.class, lease.renew(Job.DURATION));
    assertEquals(START, leaseInRow().until());
  }

  @Test
  void aReleaseDuringARenewalReleases() {
    Lease<Job> lease = Job.granted(first);
    backend.beforeNextCall(() -> lease.renew(Job.DURATION));
    assertInstanceOf(LeaseChange.Applied.class, lease.release(START));
    assertTrue(leaseInRow().released());
    assertEquals(START, leaseInRow().until());
  }

  @Test
  void releasingTwiceIsReleasingOnce() {
    Lease<Job> lease = Job.granted(first);
    lease.release(START);
    Versioned<Job> released = row();
    assertInstanceOf(LeaseChange.Applied.class, lease.release(START + 1));
    assertEquals(released, row());
  }

  @Test
  void whatBecomesFreeWhileItIsAskedForIsNotSaidToHaveBeenTaken() {
    Lease<Job> lease = Job.granted(first);
    lease.release(START + 1);
    second.ticking = 1;
    assertInstanceOf(Acquired.Held.class, Job.acquire(second));
  }

  @Test
  void aCallerThatExpectsNoObjectNeedsOneWrite() {
    int[] calls = new int[1];
    backend.interleave = () -> calls[0]++;
    Acquired<Job> acquired =
        Job.leases(first).acquire(Job.ID, Optional.empty(), first.holder, Job.DURATION, Job::new);
    assertInstanceOf(Acquired.Granted.class, acquired);
    assertEquals(2, calls[0], "before and after the one call");
  }

  @Test
  void whatANewerReleaseWroteIsKeptByEveryChange() {
    Lease<Job> lease = Job.granted(first);
    TextNode color = new TextNode("red");
    LeaseState plain = leaseInRow();
    LeaseState newer =
        new LeaseState(
            plain.owner(),
            plain.host(),
            plain.process(),
            false,
            plain.since(),
            plain.until(),
            Map.of("color", color));
    second.objects.swap(
        row(), new Job(newer, Optional.empty(), Map.of("shape", color)), OptionalLong.empty());

    lease.renew(Job.DURATION);
    assertKept(color);
    lease.release(START);
    assertKept(color);
    Job.granted(second);
    assertKept(color);
  }

  private void assertKept(TextNode color) {
    assertEquals(Map.of("color", color), leaseInRow().unknown());
    assertEquals(Map.of("shape", color), row().value().unknown());
  }

  @Test
  void freedomIsDecidedWithoutOverflow() {
    LeaseState forEver = new LeaseState("o", "h", "p", false, START, Long.MAX_VALUE, Map.of());
    assertFalse(forEver.isFree(START, SKEW));
  }
}
