package dev.cairn.api.transfer;

import dev.cairn.api.Scope;
import java.time.Instant;
import java.util.Optional;

/**
 * What an export holds.
 *
 * @param id tells it from every other export
 * @param format the version of its format
 * @param level the format level of the rows in it
 * @param scope which scope it is of; nothing for a whole database
 * @param exportedAt when it was begun, by the clock of who made it
 * @param references how many references
 * @param objects how many immutable objects
 * @param records how many updateable objects
 * @param bytes how many bytes the values of all objects have
 */
public record ExportContents(
    String id,
    int format,
    int level,
    Optional<Scope> scope,
    Instant exportedAt,
    long references,
    long objects,
    long records,
    long bytes) {}
