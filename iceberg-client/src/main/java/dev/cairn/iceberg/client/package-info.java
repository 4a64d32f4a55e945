/**
 * Mutations of an Iceberg REST catalog that a client may safely repeat.
 *
 * <p>{@link dev.cairn.iceberg.client.KeyedSender} sends requests with the JDK's HTTP client. Each
 * operation gets one key, which all its attempts share, so that the server applies it at most once.
 * {@link dev.cairn.iceberg.client.KeySupport} says whether the server remembers keys, and for how
 * long: without that, nothing is repeated. Past that time the outcome of a request can no longer be
 * found out by repeating it, which is reported as {@link
 * dev.cairn.iceberg.client.IdempotencyWindowExpired}.
 *
 * <p>Nothing here depends on Cairn or Iceberg: it works with every server that implements the keys
 * of Iceberg's REST specification. Iceberg's own Java client repeats commits under their keys from
 * release 1.12 on.
 */
@NullMarked
package dev.cairn.iceberg.client;

import org.jspecify.annotations.NullMarked;
