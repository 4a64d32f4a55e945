/**
 * Stores in Amazon DynamoDB, with the AWS SDK for Java 2.
 *
 * <p>{@link dev.cairn.backend.dynamodb.DynamoDbBackendFactory} has the settings. There are two
 * tables, for references and for objects, each with one binary partition key, {@code k}: the row's
 * key as {@link dev.cairn.api.spi.RowKeys} writes it. So rows spread over all partitions, whatever
 * their scope. The rest of a row is one attribute, {@code v}, in the form of {@link
 * dev.cairn.api.spi.RowFormat}; its token is repeated in {@code t}, for conditions; {@code x} is
 * DynamoDB's time to live, from the expiry hint. A reference's row stays under 1 KB and costs one
 * write unit.
 *
 * <p><b>Three outcomes.</b> A conditional write is one PutItem or DeleteItem. If its condition
 * fails, DynamoDB returns the current item ({@code ALL_OLD}), so a conflict needs no read. Neither
 * the SDK nor its HTTP client repeats a request. {@code Failure} classifies exceptions: a request
 * that was not sent, refused or throttled did nothing, and a throttled one is repeated with growing
 * pauses; an internal error, a timeout, a broken connection or an unreadable reply is
 * <em>unknown</em>. If a conflict returns exactly the row that was to be written, something in
 * between repeated the request, and the write was applied.
 *
 * <p><b>What it rests on.</b> DynamoDB makes conditional writes on one item atomic, and consistent
 * reads see all acknowledged writes, within one region. The region is recorded with the schema, and
 * a process that is configured for another one refuses to start: global tables copy items to other
 * regions regardless of conditions.
 *
 * <p>Bulk calls use parallel requests of 100 keys or 25 rows, until nothing is left unprocessed.
 * Scans read segments of a table in parallel and can continue in another process; their position
 * has the progress of each segment.
 */
@NullMarked
package dev.cairn.backend.dynamodb;

import org.jspecify.annotations.NullMarked;
