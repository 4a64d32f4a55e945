package dev.cairn.iceberg.server;

import dev.cairn.iceberg.warehouse.WarehouseProperties;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.iceberg.CatalogProperties;

/**
 * The properties of a warehouse that clients get. Only known names are sent: any other might be a
 * credential.
 */
final class ClientProperties {
  private static final Set<String> SHARED =
      Set.of(
          CatalogProperties.FILE_IO_IMPL,
          "client.region",
          "s3.endpoint",
          "s3.path-style-access",
          "s3.sse.type",
          "gcs.project-id",
          "gcs.service.host");
  private static final String ICEBERG = "org.apache.iceberg.";

  private ClientProperties() {}

  static Map<String, String> defaults(WarehouseProperties warehouse) {
    return select(
        warehouse,
        name ->
            name.startsWith("table-default.")
                || name.startsWith("view-default.")
                || SHARED.contains(name));
  }

  static Map<String, String> overrides(WarehouseProperties warehouse) {
    return select(
        warehouse, name -> name.startsWith("table-override.") || name.startsWith("view-override."));
  }

  private static Map<String, String> select(
      WarehouseProperties warehouse, Predicate<String> isSent) {
    Map<String, String> sent = new TreeMap<>(warehouse.all());
    sent.keySet().removeIf(isSent.negate());
    // A class of the server's own is no use to a client.
    sent.computeIfPresent(
        CatalogProperties.FILE_IO_IMPL, (name, type) -> type.startsWith(ICEBERG) ? type : null);
    return sent;
  }
}
