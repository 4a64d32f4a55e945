/**
 * Tenants and their catalogs: names and the scopes they map to.
 *
 * <p>{@link dev.cairn.api.catalog.Catalogs} manages them with commits in the {@linkplain
 * dev.cairn.api.Scope#SYSTEM system scope}. A {@link dev.cairn.api.catalog.Tenant} has catalogs; a
 * {@link dev.cairn.api.catalog.Catalog} has a scope of its own, whose ID is never reused, and
 * {@link dev.cairn.api.catalog.Catalogs#open} opens its store. {@link
 * dev.cairn.api.catalog.LifeState} describes their lifecycle. A {@link
 * dev.cairn.api.catalog.CatalogClaim} is something outside Cairn that only one catalog may use.
 */
@NullMarked
package dev.cairn.api.catalog;

import org.jspecify.annotations.NullMarked;
