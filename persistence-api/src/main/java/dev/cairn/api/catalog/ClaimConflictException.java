package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/**
 * A claim equals, contains or lies inside a claim of another catalog, of whatever tenant. Nothing
 * was changed.
 *
 * <p>The message names both claims and the other catalog. A server that must not reveal what other
 * tenants have writes its own.
 */
public final class ClaimConflictException extends CairnException {
  private static final long serialVersionUID = 1;

  private final transient CatalogClaim claim;
  private final transient CatalogClaim existing;

  /** Creates the exception; {@code owner} describes the catalog that has {@code existing}. */
  public ClaimConflictException(CatalogClaim claim, CatalogClaim existing, String owner) {
    super(
        "the claim '%s' conflicts with '%s' of %s; choose a path that neither contains the other nor lies inside it, or purge that catalog"
            .formatted(claim, existing, owner));
    this.claim = claim;
    this.existing = existing;
  }

  /** The claim that was refused. */
  public CatalogClaim claim() {
    return claim;
  }

  /** The claim of the other catalog. */
  public CatalogClaim existing() {
    return existing;
  }
}
