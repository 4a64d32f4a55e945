/**
 * Tenants and catalogs as commits in the system scope: how {@link dev.cairn.api.catalog} keeps its
 * promises.
 *
 * <p>Both are {@link dev.cairn.core.catalog.Entry}s. A {@code Directory} is the part of the system
 * scope's state that holds those of one kind, in two indexes: by name, to find one, and by ID, so
 * that an ID is never used again. All changes go through one commit each, and its state decides.
 */
@NullMarked
package dev.cairn.core.catalog;

import org.jspecify.annotations.NullMarked;
