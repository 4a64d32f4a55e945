/**
 * How to prove a backend, and what tests of Cairn have in common.
 *
 * <p>To prove your backend, write one small class that says how to get one:
 *
 * <pre>{@code
 * class MyBackendTest extends BackendSuites {
 *   @Override
 *   public Backend open(TestRun run) {
 *     MyServer server = run.once(MyServer.class, MyServer::start);
 *     Backend backend = MyBackend.connect(server.address());
 *     backend.createSchema();
 *     return backend;
 *   }
 * }
 * }</pre>
 *
 * {@link dev.cairn.testkit.suite.BackendSuites} then runs every suite, each as a nested class:
 * {@link dev.cairn.testkit.contract} tries every promise of the SPI, {@link
 * dev.cairn.testkit.engine} what stores promise on top of it, crashes included, {@link
 * dev.cairn.testkit.idempotency} requests with keys, and {@link dev.cairn.testkit.maintenance}
 * checks and transfers. The suites are themselves proved: they fail on each of a collection of
 * backends that are broken on purpose. The way from nothing to a backend that passes is {@code
 * docs/write-a-backend.md}.
 *
 * <p>{@link dev.cairn.testkit.TestRun} keeps a server for all test classes of a run, {@link
 * dev.cairn.testkit.server} chooses one and has a bad network to put in front of it, and {@link
 * dev.cairn.testkit.process} starts programs of tests in JVMs of their own. {@link
 * dev.cairn.testkit.TestClock} makes time pass without waiting, {@link dev.cairn.testkit.Seed}
 * makes random tests repeatable, {@link dev.cairn.testkit.Scale} says how long they run. {@link
 * dev.cairn.testkit.fault} has backends that count and that fail, {@link
 * dev.cairn.testkit.workload} what clients do at random, and {@link dev.cairn.testkit.history}
 * checks what they did and heard.
 */
@NullMarked
package dev.cairn.testkit;

import org.jspecify.annotations.NullMarked;
