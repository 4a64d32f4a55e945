/**
 * Moves a database, or a scope of it, into a file and back, or straight into another database.
 *
 * <p>An {@code Exporter} reads a backend and hands what it reads to a {@code Receiver}: to an
 * {@code ExportWriter}, which makes a file of it, or to an {@code Importer}, which writes it to
 * another backend. Both leave out references that are not intact ({@code IntactReferences}), an
 * importer only if it may. An {@code ExportReader} reads a file and hands it to a receiver in the
 * same way. So a copy is an export whose receiver is an importer. {@link
 * dev.cairn.core.internal.transfer.EngineTransfers} puts them together.
 *
 * <h2>The file, format 1</h2>
 *
 * <pre>
 * file      = "cairnexp" { record }
 * record    = kind(1) length(4) content checksum(4)      CRC-32C of kind, length and content
 *   1 header    = format level id(16) exported-at(8) has-scope(1) [tenant catalog]
 *   2 scope     = tenant catalog                         whose rows follow
 *   3 record    = type id-length id created-at(8) has-expiry(1) [expires-at(8)] value
 *   4 object    = type id(8) value
 *   5 reference = name flags(1) version created-at(8) [head(8)] [deleted-at(8)] earlier-heads
 *   6 trailer   = references objects records bytes sha-256(32)    of all before the trailer
 * </pre>
 *
 * <p>The header is first, references come after all objects, the trailer is last and nothing
 * follows it. Numbers with a width are big-endian, others are varints; texts are UTF-8 behind their
 * length; flags of a reference: 1 has a head, 2 is deleted. Values are the rows' own, with the
 * checksums they have. A file that is cut short has no trailer; one with a changed, lost, doubled
 * or moved record has another checksum.
 *
 * <h2>What travels, and in which order it is read</h2>
 *
 * <ol>
 *   <li>Records of idempotent requests, then the parts of their outcomes. The commit of a finished
 *       record that was read before the references is in them; that of a record read after them
 *       might not be, and its replay would report a commit that is not there.
 *   <li>The application's updateable objects, of types that opt in: as they are when they are read,
 *       without any order relative to references.
 *   <li>References: that of the system scope first, so that every catalog it names has its
 *       references.
 *   <li>Records once more, of requests that were accepted since the export began. Their commits may
 *       be in the references or not; so they travel as if their owners had abandoned them, and the
 *       process that repeats such a request finds the answer in the head. The proof in the head is
 *       kept by the time at which the request was accepted; without the record, the process would
 *       not find it and would execute the request twice.
 *   <li>All immutable rows up to the newest ID that the references need, by a scan. What the
 *       references lead to was there before, so the scan finds it; what else it finds is garbage in
 *       the target, and is collected there. Walking from the references instead would need memory
 *       for every object. Heads carry that ID ({@link dev.cairn.core.internal.head.NewestId});
 *       where one does not know it, the clock bounds the scan, and {@code LateObjects} adds what
 *       scanned rows refer to beyond that bound. Without a bound, a scan would follow new commits
 *       forever.
 *   <li>The oldest heads that garbage collection keeps, as it recorded them: after the scan, since
 *       what it deletes meanwhile is older than these.
 * </ol>
 *
 * <p>A second record with the same key replaces the first, unless the first is the end of the same
 * request. Leases of nodes and tasks are not transferred, since their holders are processes of the
 * source; nor are the format level, which the target has already, and tokens, which must stay
 * unique.
 *
 * <h2>Why an import loses nothing and never shows a partial state</h2>
 *
 * <ul>
 *   <li>Objects come first, and no reader sees them. When all are written, everything the
 *       references will lead to is checked, and only then do references become visible: inserted
 *       empty, then swapped, as all references are, so that a delayed write cannot restore a head
 *       later.
 *   <li>An {@code ImportMark} in the system scope says that an import is in progress. It is written
 *       before the first row and deleted after the last reference, so a partial import is
 *       recognizable, and the same file can finish it.
 *   <li>Objects that nothing refers to yet look like garbage. Their created-at is the time of the
 *       import, so a collection spares them for the grace. A mark is valid for half of the grace:
 *       every collection that does not see the references began before they became visible, so its
 *       cutoff is before the first row was written. Afterwards the import is refused: a collection
 *       may have begun to delete rows, and would delete new ones with the same keys.
 *   <li>IDs are kept. A process of the target could draw one again only at the same timestamp, so
 *       references become visible when the clock is past the newest timestamp in the file by the
 *       skew of clocks and {@link dev.cairn.core.internal.transfer.TransferLimits#MARGIN} more.
 *       Before that, no process commits to the scope, because none of its references has a head.
 * </ul>
 */
@NullMarked
package dev.cairn.core.internal.transfer;

import org.jspecify.annotations.NullMarked;
