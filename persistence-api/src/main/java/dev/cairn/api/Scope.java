package dev.cairn.api;

/**
 * The owner of data: a tenant ID and a catalog ID, part of every row key.
 *
 * <p>IDs are never reused and carry no meaning; the names of tenants and catalogs map to them in
 * the {@linkplain #SYSTEM system scope}. No scope contains another: rows of tenant {@code x} are
 * unrelated to rows of tenant {@code x:y}.
 *
 * @param tenantId 1 to {@value #MAX_ID_BYTES} bytes of UTF-8 without control characters
 * @param catalogId the same
 */
public record Scope(String tenantId, String catalogId) implements Comparable<Scope> {
  /** The maximum length of a tenant ID or catalog ID, in bytes of UTF-8. */
  public static final int MAX_ID_BYTES = 128;

  /** The scope of Cairn's own data: tenants, catalogs, leases, the format level. */
  public static final Scope SYSTEM = new Scope("cairn", "system");

  /** Checks both IDs. */
  public Scope {
    Names.check("tenant ID", tenantId, MAX_ID_BYTES);
    Names.check("catalog ID", catalogId, MAX_ID_BYTES);
  }

  @Override
  public int compareTo(Scope other) {
    int byTenant = tenantId.compareTo(other.tenantId);
    return byTenant != 0 ? byTenant : catalogId.compareTo(other.catalogId);
  }

  /** The scope as messages show it. */
  @Override
  public String toString() {
    return tenantId + "/" + catalogId;
  }
}
