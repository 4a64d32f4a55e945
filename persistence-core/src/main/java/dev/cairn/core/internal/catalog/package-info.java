/**
 * Implementation of {@link dev.cairn.api.catalog}: tenants and catalogs as commits in the system
 * scope.
 *
 * <p>Both are {@link dev.cairn.core.internal.catalog.DirectoryEntry}s. A {@code Directory} is the
 * part of the system scope's state that holds the entries of one kind, in two indexes: by name, for
 * look-ups, and by ID, so that an ID is never used again. Each change is one commit, and the state
 * that the commit sees decides whether it applies. The claims of all catalogs are in a {@code
 * ClaimIndex} of the same state.
 */
@NullMarked
package dev.cairn.core.internal.catalog;

import org.jspecify.annotations.NullMarked;
