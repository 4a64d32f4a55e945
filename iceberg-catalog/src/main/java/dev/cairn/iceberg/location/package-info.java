/**
 * Where tables may be, and which table is where.
 *
 * <p>A {@link dev.cairn.iceberg.location.Location} is the normal form of a location: two spellings
 * that any file system could take for one place have one normal form, and spellings that lead
 * elsewhere than they look are refused. {@link dev.cairn.iceberg.location.AllowedLocations} are the
 * prefixes of a warehouse. {@link dev.cairn.iceberg.location.LocationIndex} finds the entity that a
 * new location would overlap. Names of files have escapes that locations must not have: {@link
 * dev.cairn.iceberg.location.FileReadings} are the places that one could mean.
 */
@NullMarked
package dev.cairn.iceberg.location;

import org.jspecify.annotations.NullMarked;
