/**
 * The operations of the Iceberg REST specification on a catalog, without any HTTP server.
 *
 * <p>{@link dev.cairn.iceberg.server.rest.RestOperation} lists what is served. {@link
 * dev.cairn.iceberg.server.rest.RestService} finds the operation of a method and path, executes it
 * and returns a {@link dev.cairn.iceberg.server.rest.RestReply}; whatever is thrown on the way
 * becomes an error in Iceberg's model. One class per kind of resource ({@code NamespaceRequests},
 * {@code TableRequests}, {@code ViewRequests}, {@code ExtensionRequests}) reads the parameters of a
 * request, calls the catalog and writes the answer.
 */
@NullMarked
package dev.cairn.iceberg.server.rest;

import org.jspecify.annotations.NullMarked;
