package dev.cairn.testkit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Ends a test that waits for what never happens, and reports what its threads were waiting for.
 *
 * <p>A backend that loses a write or keeps an old token can leave a thread waiting forever. At the
 * limit the test's thread is interrupted, and the test fails with the stacks of that thread and of
 * all that began during the test. They are printed if not even interrupts end it. Setting up and
 * cleaning up are limited in the same way, and after the first late test of a run the others have a
 * quarter of the time. Take {@code -Dcairn.test.limit-seconds} for more time, as in a debugger.
 */
public final class TimeLimit implements InvocationInterceptor {
  /** The system property with another limit, in seconds. */
  public static final String PROPERTY = "cairn.test.limit-seconds";

  // A sound backend takes seconds for the slowest test at scale 1, on a slow machine some more.
  private static final int USUAL_SECONDS = 120;
  private static final int FRAMES = 12;
  private static final int INTERRUPTS_BEFORE_PRINTING = 50;

  private static final Namespace NAMESPACE = Namespace.create(TimeLimit.class);

  private static final ThreadLocal<@Nullable Watch> CURRENT = new ThreadLocal<>();

  /** How long what this thread's test does may take. */
  public static Duration current() {
    Watch watch = CURRENT.get();
    return watch == null ? Duration.ofSeconds(USUAL_SECONDS) : watch.limit;
  }

  /** How long one step of this thread's test may wait for another thread. */
  public static Duration patience() {
    return current().dividedBy(2);
  }

  /** What the threads that began during this thread's test wait for, to end a message with. */
  public static String othersWaiting() {
    Watch watch = CURRENT.get();
    return watch == null ? "" : "%n%s".formatted(waiting(watch.others()));
  }

  // Grows with the work that tests do. Once a test has run into it, the run has failed, and a
  // backend on which every test hangs should not take hours to say so.
  private static Duration limit(ExtensionContext context) {
    long seconds =
        context
            .getConfigurationParameter(PROPERTY, Long::valueOf)
            .orElse((long) USUAL_SECONDS * Scale.ofRun());
    Duration limit = Duration.ofSeconds(seconds);
    return late(context).get() == 0 ? limit : limit.dividedBy(4);
  }

  /** How many tests of the run did not end in time. */
  private static AtomicInteger late(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            AtomicInteger.class, unused -> new AtomicInteger(), AtomicInteger.class);
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    limited(context.getDisplayName(), limit(context), invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String test = method.getExecutable().getName();
    String name = "%s(%s)".formatted(test, context.getDisplayName());
    limited(name, limit(context), invocation, context);
  }

  /** A backend that does not open. */
  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    limited("setting up " + context.getDisplayName(), aroundTests(context), invocation, context);
  }

  /** A backend that does not close. */
  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String name = "cleaning up after " + context.getDisplayName();
    limited(name, aroundTests(context), invocation, context);
  }

  // The first test of a run starts the server, which takes a busy machine minutes.
  private static Duration aroundTests(ExtensionContext context) {
    return limit(context).multipliedBy(5);
  }

  private static void limited(
      String name, Duration limit, Invocation<Void> invocation, ExtensionContext context)
      throws Throwable {
    Watch watch = new Watch(name, limit);
    CURRENT.set(watch);
    watch.start();
    Throwable thrown = null;
    try {
      var unused = invocation.proceed();
    } catch (Throwable e) {
      thrown = e;
    }
    CURRENT.remove();
    watch.end();
    String report = watch.report;
    if (report != null || (thrown != null && watch.wasSlow())) {
      int unused = late(context).incrementAndGet();
    }
    if (report != null) {
      AssertionError error = new AssertionError(report);
      if (thrown != null) {
        error.addSuppressed(thrown);
      }
      throw error;
    }
    if (thrown != null) {
      throw thrown;
    }
  }

  /** The stacks of {@code threads}, the innermost calls only. */
  public static String waiting(Set<Thread> threads) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> threads.contains(entry.getKey()))
        .sorted(Comparator.comparing(entry -> entry.getKey().getName()))
        .map(entry -> describe(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String describe(Thread thread, StackTraceElement[] stack) {
    List<String> frames =
        Arrays.stream(stack).limit(FRAMES).map(frame -> "    at " + frame).toList();
    return "  '%s', %s%n%s"
        .formatted(thread.getName(), thread.getState(), String.join("\n", frames));
  }

  private static final class Watch {
    private final String name;
    private final Duration limit;
    private final long start = System.nanoTime();
    private final Thread tested = Thread.currentThread();
    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread = new Thread(this::watch, "time limit");
    private volatile @Nullable String report;

    Watch(String name, Duration limit) {
      this.name = name;
      this.limit = limit;
    }

    void start() {
      thread.setDaemon(true);
      thread.start();
    }

    // An interrupt that came too late must not reach the next test.
    void end() {
      ended.countDown();
      if (!isOver.compareAndSet(false, true)) {
        while (thread.isAlive()) {
          Thread.onSpinWait();
        }
        var unused = Thread.interrupted();
      }
    }

    private void watch() {
      try {
        if (ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)
            || !isOver.compareAndSet(false, true)) {
          return;
        }
        report = report();
        // A call that swallows an interrupt gets another; one that never ends can only be reported.
        for (int i = 0; !ended.await(100, TimeUnit.MILLISECONDS); i++) {
          tested.interrupt();
          if (i == INTERRUPTS_BEFORE_PRINTING) {
            System.err.println(report);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Whether a failure after all this time probably is one of waiting in vain. */
    boolean wasSlow() {
      return System.nanoTime() - start > limit.dividedBy(4).toNanos();
    }

    Set<Thread> others() {
      Set<Thread> since = new HashSet<>(Thread.getAllStackTraces().keySet());
      since.removeAll(before);
      since.remove(thread);
      return since;
    }

    private String report() {
      Set<Thread> since = others();
      since.add(tested);
      return "%s did not end within %d s; its threads wait for:%n%s"
          .formatted(name, limit.toSeconds(), waiting(since));
    }
  }
}
