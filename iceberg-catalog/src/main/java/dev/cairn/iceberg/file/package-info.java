/**
 * Files on a local file system, without Hadoop.
 *
 * <p>{@link dev.cairn.iceberg.file.LocalFileIO} implements Iceberg's interface of files for {@code
 * file:} locations below one root directory, which {@link dev.cairn.iceberg.file.LocalRoot}
 * enforces. A file that was closed without an error survives a crash of the machine.
 */
@NullMarked
package dev.cairn.iceberg.file;

import org.jspecify.annotations.NullMarked;
