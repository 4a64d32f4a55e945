package dev.cairn.iceberg.server.rest;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTCatalogProperties;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ConfigResponseParser;

/** The first request of every client: which warehouse, under which prefix, and what is served. */
final class ConfigRequests {
  private static final List<Endpoint> ENDPOINTS =
      Arrays.stream(RestOperation.values())
          .filter(RestOperation::isAnnounced)
          .map(each -> Endpoint.create(each.method(), each.path()))
          .toList();

  private final WarehouseSource warehouses;
  private final Optional<String> defaultWarehouse;
  private final String separator;
  private final Optional<Duration> keyLifetime;

  ConfigRequests(
      WarehouseSource warehouses,
      Optional<String> defaultWarehouse,
      String separator,
      Optional<Duration> keyLifetime) {
    this.warehouses = warehouses;
    this.defaultWarehouse = defaultWarehouse;
    this.separator = separator;
    this.keyLifetime = keyLifetime;
  }

  RestReply get(RestRequest request) {
    String name =
        request
            .query()
            .find("warehouse")
            .filter(text -> !text.isEmpty())
            .or(() -> defaultWarehouse)
            .orElseThrow(
                () ->
                    new BadRequestException(
                        "No warehouse is named: set the property 'warehouse' of the client"));
    ServedWarehouse warehouse =
        warehouses
            .named(name)
            .orElseThrow(() -> new NoSuchWarehouseException("Warehouse does not exist: %s", name));
    Map<String, String> overrides = new HashMap<>(warehouse.overrides());
    overrides.put("prefix", warehouse.prefix());
    if (!separator.equals(NamesInUrls.UNIT_SEPARATOR)) {
      overrides.put(RESTCatalogProperties.NAMESPACE_SEPARATOR, separator);
    }
    ConfigResponse.Builder response =
        ConfigResponse.builder()
            .withDefaults(new HashMap<>(warehouse.defaults()))
            .withOverrides(overrides)
            .withEndpoints(ENDPOINTS);
    keyLifetime.ifPresent(lifetime -> response.withIdempotencyKeyLifetime(lifetime.toString()));
    return RestReply.json(ConfigResponseParser.toJson(response.build()));
  }
}
