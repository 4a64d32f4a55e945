package dev.cairn.core.internal.catalog;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.LifeState;
import java.util.List;
import java.util.Map;

/**
 * The stored form of a tenant or a catalog.
 *
 * @param tenant the ID of the tenant that a catalog belongs to; empty for a tenant
 * @param id its own ID
 * @param name its name
 * @param state its state of life
 * @param version raised by every change
 * @param properties the application's properties
 * @param created when it was created, in microseconds since 1970
 * @param claims a catalog's claims, sorted; not written if there are none, as before there were any
 * @param unknown properties that a newer release added
 */
public record DirectoryEntry(
    String tenant,
    String id,
    String name,
    LifeState state,
    long version,
    Map<String, String> properties,
    long created,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CatalogClaim> claims,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of these objects. */
  public static final ObjectType<DirectoryEntry> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.catalog";
        }

        @Override
        public Class<DirectoryEntry> valueClass() {
          return DirectoryEntry.class;
        }
      };

  /** Replaces absent properties by their defaults. */
  public DirectoryEntry {
    tenant = tenant == null ? "" : tenant;
    properties = properties == null ? Map.of() : Map.copyOf(properties);
    claims = claims == null ? List.of() : List.copyOf(claims);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** An entry without claims. */
  DirectoryEntry(
      String tenant,
      String id,
      String name,
      LifeState state,
      long version,
      Map<String, String> properties,
      long created) {
    this(tenant, id, name, state, version, properties, created, List.of(), Map.of());
  }

  DirectoryEntry of(String newTenant) {
    return new DirectoryEntry(
        newTenant, id, name, state, version, properties, created, claims, unknown);
  }

  DirectoryEntry with(LifeState newState) {
    return new DirectoryEntry(
        tenant, id, name, newState, version + 1, properties, created, claims, unknown);
  }

  DirectoryEntry with(Map<String, String> newProperties) {
    return new DirectoryEntry(
        tenant, id, name, state, version + 1, newProperties, created, claims, unknown);
  }

  /** The same version with other claims. */
  DirectoryEntry with(List<CatalogClaim> newClaims) {
    return new DirectoryEntry(
        tenant, id, name, state, version, properties, created, newClaims, unknown);
  }
}
