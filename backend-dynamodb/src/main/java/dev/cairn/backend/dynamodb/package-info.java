/**
 * Stores in Amazon DynamoDB, with the AWS SDK for Java 2.
 *
 * <p>{@link dev.cairn.backend.dynamodb.DynamoDbBackendFactory} has the settings. There are two
 * tables, for references and for objects, each with one binary partition key, {@code k}: the row's
 * key as {@link dev.cairn.api.spi.RowKeys} writes it. So rows spread over all partitions, and no
 * partition holds more of one scope than of another. The rest of a row is one attribute, {@code v},
 * in the form of {@link dev.cairn.api.spi.RowFormat}; its token is there again as {@code t}, for
 * conditions; {@code x} is DynamoDB's time to live, from the expiry hint. A reference's row stays
 * under 1 KB and costs one write unit.
 *
 * <p><b>Three outcomes.</b> A conditional write is one PutItem or DeleteItem. If its condition
 * fails, DynamoDB tells the item that is there ({@code ALL_OLD}), so a conflict needs no read.
 * Neither the SDK nor its HTTP client repeats a request. {@code Failure} judges what is thrown:
 * what was not sent, refused or throttled did nothing, and what was throttled is tried again with
 * growing pauses; an internal error, a time-out, a connection that broke or an answer that cannot
 * be read is <em>unknown</em>. If a conflict shows the very row that was to be written, then
 * something on the way repeated the request, and the write was applied.
 *
 * <p><b>What it rests on.</b> DynamoDB makes conditional writes on one item atomic and consistent
 * reads see all writes that were acknowledged, within one region. The region is recorded with the
 * schema, and a process that is configured for another refuses to work: global tables copy items to
 * other regions without regard to conditions.
 *
 * <p>Bulk calls go in requests of 100 keys or 25 rows, several at once, until nothing is left
 * unprocessed. Scans read segments of a table side by side and can go on in another process; their
 * position names the segments and how far each has come.
 */
@NullMarked
package dev.cairn.backend.dynamodb;

import org.jspecify.annotations.NullMarked;
