/**
 * An Iceberg REST server on Jetty.
 *
 * <p>{@link dev.cairn.iceberg.server.IcebergServer} starts and stops it; {@link
 * dev.cairn.iceberg.server.ServerSettings} has its settings, and a bound for everything that a
 * client controls. A request passes {@code HttpRequests}, which reads it within these bounds, and
 * {@link dev.cairn.iceberg.server.rest}, which executes it. A second listener is for operators:
 * health, metrics, and the commands that the tool on the same machine sends.
 */
@NullMarked
package dev.cairn.iceberg.server;

import org.jspecify.annotations.NullMarked;
