package dev.cairn.core.catalog;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.api.catalog.LifeState;
import java.util.Map;

/**
 * A tenant or a catalog as it is stored.
 *
 * @param tenant the ID of the tenant that a catalog belongs to; of a tenant, nothing
 * @param id its own ID
 * @param name what people call it
 * @param state where it is in its life
 * @param version raised by every change
 * @param properties whatever the application keeps with it
 * @param created when it was created, in microseconds since 1970
 * @param unknown what a newer release put there
 */
public record Entry(
    String tenant,
    String id,
    String name,
    LifeState state,
    long version,
    Map<String, String> properties,
    long created,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of these objects. */
  public static final ObjectType<Entry> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.catalog";
        }

        @Override
        public Class<Entry> valueClass() {
          return Entry.class;
        }
      };

  /** Fills in what was left out. */
  public Entry {
    tenant = tenant == null ? "" : tenant;
    properties = properties == null ? Map.of() : Map.copyOf(properties);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  Entry of(String newTenant) {
    return new Entry(newTenant, id, name, state, version, properties, created, unknown);
  }

  Entry with(LifeState newState) {
    return new Entry(tenant, id, name, newState, version + 1, properties, created, unknown);
  }

  Entry with(Map<String, String> newProperties) {
    return new Entry(tenant, id, name, state, version + 1, newProperties, created, unknown);
  }
}
