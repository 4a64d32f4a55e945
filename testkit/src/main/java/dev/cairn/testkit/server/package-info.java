/**
 * Real servers for the tests of backends, and a bad network in front of them.
 *
 * <p>The tests of a backend implement {@link dev.cairn.testkit.server.ServerKind}: how to take a
 * server whose address the user gives in {@code cairn.test.<backend>.uri}, and which others can be
 * started, such as one from a package or a container. {@link dev.cairn.testkit.server.Servers} has
 * one {@link dev.cairn.testkit.server.TestServer} of a kind for the whole run and says which. A
 * {@link dev.cairn.testkit.server.ServerPort} stays free while its server is down.
 *
 * <p>{@link dev.cairn.testkit.server.TcpProxy} stands between driver and server. A {@link
 * dev.cairn.testkit.server.Trap} in it waits for a request and gives it a {@link
 * dev.cairn.testkit.server.Fate}: lost, late, done without a reply. So what the driver then says is
 * seen and not imagined.
 */
@NullMarked
package dev.cairn.testkit.server;

import org.jspecify.annotations.NullMarked;
