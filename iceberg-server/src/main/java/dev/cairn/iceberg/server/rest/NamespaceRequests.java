package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cairn.iceberg.catalog.CatalogNamespaces;
import dev.cairn.iceberg.catalog.MutationResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.UpdateNamespacePropertiesRequest;
import org.apache.iceberg.rest.responses.CreateNamespaceResponse;
import org.apache.iceberg.rest.responses.GetNamespaceResponse;
import org.apache.iceberg.rest.responses.UpdateNamespacePropertiesResponse;

/**
 * Requests about namespaces.
 *
 * <p>Iceberg's builders look for null in what they get, which immutable and sorted collections
 * refuse: hence the copies.
 */
final class NamespaceRequests {
  private final NamesInUrls names;
  private final JsonBodies bodies;
  private final RestPages pages;

  NamespaceRequests(NamesInUrls names, JsonBodies bodies, RestPages pages) {
    this.names = names;
    this.bodies = bodies;
    this.pages = pages;
  }

  RestReply list(RestContext context) {
    Namespace parent = names.parent(context.request());
    return pages.reply(
        context.request(),
        "namespaces",
        page -> context.catalog().namespaces().list(parent, page),
        NamespaceRequests::writeLevels);
  }

  static void writeLevels(Namespace namespace, JsonGenerator json) throws IOException {
    json.writeArray(namespace.levels(), 0, namespace.length());
  }

  RestMutation create(RestContext context) {
    CreateNamespaceRequest request = bodies.read(context.request(), CreateNamespaceRequest.class);
    JsonBodies.checkProperties(request.properties());
    return RestMutation.of(
        catalog -> catalog.namespaces().create(request.namespace(), request.properties()),
        result ->
            RestReply.json(
                bodies.write(
                    CreateNamespaceResponse.builder()
                        .withNamespace(request.namespace())
                        .setProperties(new HashMap<>(request.properties()))
                        .build())));
  }

  RestReply load(RestContext context) {
    Namespace namespace = names.namespace(context.request());
    Map<String, String> properties = context.catalog().namespaces().load(namespace);
    return RestReply.json(
        bodies.write(
            GetNamespaceResponse.builder()
                .withNamespace(namespace)
                .setProperties(new HashMap<>(properties))
                .build()));
  }

  RestReply exists(RestContext context) {
    Namespace namespace = names.namespace(context.request());
    if (!context.catalog().namespaces().exists(namespace)) {
      throw new NoSuchNamespaceException("Namespace does not exist: %s", namespace);
    }
    return RestReply.noContent();
  }

  RestMutation drop(RestContext context) {
    Namespace namespace = names.namespace(context.request());
    return RestMutation.silent(catalog -> catalog.namespaces().drop(namespace));
  }

  RestMutation update(RestContext context) {
    Namespace namespace = names.namespace(context.request());
    UpdateNamespacePropertiesRequest request =
        bodies.read(context.request(), UpdateNamespacePropertiesRequest.class);
    JsonBodies.checkProperties(request.updates());
    if (request.removals().stream().anyMatch(Objects::isNull)) {
      throw new BadRequestException("Invalid body: removals has a name that is null");
    }
    return new RestMutation(
        catalog -> {
          CatalogNamespaces.PropertyChanges unused =
              catalog.namespaces().update(namespace, request.updates(), request.removals());
          return Optional.empty();
        },
        result ->
            reply(
                RestMutation.as(MutationResult.PropertiesResult.class, result)
                    .changes(request.updates().keySet(), request.removals())));
  }

  private RestReply reply(CatalogNamespaces.PropertyChanges changes) {
    return RestReply.json(
        bodies.write(
            UpdateNamespacePropertiesResponse.builder()
                .addUpdated(new HashSet<>(changes.updated()))
                .addRemoved(new HashSet<>(changes.removed()))
                .addMissing(new HashSet<>(changes.missing()))
                .build()));
  }
}
