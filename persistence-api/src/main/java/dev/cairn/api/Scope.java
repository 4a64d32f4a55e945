package dev.cairn.api;

/**
 * Whose data it is: a tenant ID and a catalog ID, part of every row key.
 *
 * <p>IDs are never reused and mean nothing by themselves; the names people give to tenants and
 * catalogs map to them in the {@linkplain #SYSTEM system scope}. No scope contains another: rows of
 * tenant {@code x} have nothing to do with rows of tenant {@code x:y}.
 *
 * @param tenantId 1 to {@value #MAX_ID_BYTES} bytes of UTF-8 without control characters
 * @param catalogId the same
 */
public record Scope(String tenantId, String catalogId) implements Comparable<Scope> {
  /** How long a tenant ID or a catalog ID may be, in bytes of UTF-8. */
  public static final int MAX_ID_BYTES = 128;

  /** Where Cairn keeps what belongs to no catalog: tenants, catalogs, leases, the format level. */
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
