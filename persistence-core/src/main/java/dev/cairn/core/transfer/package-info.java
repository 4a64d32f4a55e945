/**
 * Moves a database, or a scope of it, into a file and back, or straight into another database.
 *
 * <p>An {@code Exporter} reads a backend and hands what it reads to a {@code Receiver}: to an
 * {@code ExportWriter}, which makes a file of it, or to an {@code Importer}, which writes it to
 * another backend. An {@code ExportReader} reads a file and hands it to a receiver in the same way.
 * So a copy is an export whose receiver is an importer. {@link
 * dev.cairn.core.transfer.EngineTransfers} puts them together.
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
 *   <li>Records of idempotent requests, then the parts of their outcomes. A finished record that
 *       was read before the references is of a commit that is in them; one read after them might
 *       not be, and its replay would tell of something that is not there.
 *   <li>References: that of the system first, so that every catalog it names has its references.
 *   <li>All immutable rows, by a scan. What the references lead to was there before, so the scan
 *       meets it; what it meets beyond that is garbage in the target, and is collected there. To
 *       walk from the references instead would need memory for every object.
 *   <li>What garbage collection noted as the oldest heads it keeps: after the scan, since what it
 *       takes meanwhile is older than these.
 * </ol>
 *
 * <p>Leases of nodes and tasks stay, since their holders are processes of the source; so do the
 * format level, which the target has, and tokens, which nobody else may have.
 *
 * <h2>Why an import loses nothing and shows nothing half</h2>
 *
 * <ul>
 *   <li>Objects come first, and nobody sees them. When all are there, everything the references
 *       will lead to is checked, and only then do references become visible: inserted empty, then
 *       swapped, as all references are, so that a delayed write cannot bring a head back later.
 *   <li>An {@code ImportMark} in the system scope says that an import is under way. It is there
 *       before the first row and goes after the last reference, so half an import is recognizable,
 *       and the same file may finish it.
 *   <li>Objects that nothing refers to yet look like garbage. Their created-at is the time of the
 *       import, so a collection spares them for the grace. A mark is good for half of the grace:
 *       every collection that does not see the references began before they became visible, so its
 *       cutoff is before the first row was written. Afterwards the import is refused: a collection
 *       may have begun to delete rows, and would delete new ones with the same keys.
 *   <li>IDs are kept. A process of the target could draw one again only at the same timestamp, so
 *       references become visible when the clock is past the newest timestamp in the file by the
 *       skew of clocks and {@link dev.cairn.core.transfer.TransferLimits#MARGIN} more. Before that
 *       nobody commits to a scope that has no references with a head.
 * </ul>
 */
@NullMarked
package dev.cairn.core.transfer;

import org.jspecify.annotations.NullMarked;
