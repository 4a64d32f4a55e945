/**
 * Tenants and their catalogs: the names people give, and the scopes behind them.
 *
 * <p>{@link dev.cairn.api.catalog.Catalogs} keeps them as commits in the {@linkplain
 * dev.cairn.api.Scope#SYSTEM system scope}. A {@link dev.cairn.api.catalog.Tenant} has catalogs; a
 * {@link dev.cairn.api.catalog.Catalog} has a scope of its own, whose ID is never used again, and
 * {@link dev.cairn.api.catalog.Catalogs#open} gives its store. Where each of them is in its life
 * says {@link dev.cairn.api.catalog.LifeState}.
 */
@NullMarked
package dev.cairn.api.catalog;

import org.jspecify.annotations.NullMarked;
