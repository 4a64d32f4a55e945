package dev.cairn.iceberg.server.rest;

import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.MutationResult;
import java.util.function.Consumer;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.rest.requests.CreateViewRequest;
import org.apache.iceberg.rest.requests.CreateViewRequestParser;
import org.apache.iceberg.rest.requests.RegisterViewRequest;
import org.apache.iceberg.rest.requests.RegisterViewRequestParser;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequestParser;
import org.apache.iceberg.rest.responses.ImmutableLoadViewResponse;
import org.apache.iceberg.rest.responses.LoadViewResponseParser;
import org.apache.iceberg.view.ViewMetadata;

/** Requests about views. */
final class ViewRequests {
  private final NamesInUrls names;
  private final JsonBodies bodies;
  private final RestPages pages;

  ViewRequests(NamesInUrls names, JsonBodies bodies, RestPages pages) {
    this.names = names;
    this.bodies = bodies;
    this.pages = pages;
  }

  RestReply list(RestContext context) {
    Namespace namespace = names.namespace(context.request());
    return pages.reply(
        context.request(),
        "identifiers",
        page -> context.catalog().views().list(namespace, page),
        TableRequests::writeIdentifier);
  }

  RestMutation create(RestContext context) {
    CreateViewRequest request = bodies.read(context.request(), CreateViewRequestParser::fromJson);
    TableIdentifier name = TableIdentifier.of(names.namespace(context.request()), request.name());
    return shown(catalog -> catalog.views().create(name, metadata(catalog, name, request)));
  }

  private static ViewMetadata metadata(
      IcebergCatalog catalog, TableIdentifier name, CreateViewRequest request) {
    String location = request.location();
    return ViewMetadata.builder()
        .setProperties(request.properties())
        .setLocation(location == null ? catalog.views().newLocation(name) : location)
        .setCurrentVersion(request.viewVersion(), request.schema())
        .build();
  }

  /** A mutation whose answer is the view. */
  private static RestMutation shown(Consumer<IcebergCatalog> change) {
    return RestMutation.of(
        change,
        result -> reply(RestMutation.as(MutationResult.ViewResult.class, result).metadata()));
  }

  private static RestReply reply(ViewMetadata view) {
    return RestReply.json(
        LoadViewResponseParser.toJson(
            ImmutableLoadViewResponse.builder()
                .metadata(view)
                .metadataLocation(view.metadataFileLocation())
                .build()));
  }

  RestMutation register(RestContext context) {
    RegisterViewRequest request =
        bodies.read(context.request(), RegisterViewRequestParser::fromJson);
    TableIdentifier name = TableIdentifier.of(names.namespace(context.request()), request.name());
    return shown(catalog -> catalog.views().register(name, request.metadataLocation()));
  }

  RestReply load(RestContext context) {
    return reply(context.catalog().views().load(names.view(context.request())));
  }

  RestReply exists(RestContext context) {
    TableIdentifier name = names.view(context.request());
    if (!context.catalog().views().exists(name)) {
      throw new NoSuchViewException("View does not exist: %s", name);
    }
    return RestReply.noContent();
  }

  RestMutation update(RestContext context) {
    TableIdentifier name = names.view(context.request());
    UpdateTableRequest request = bodies.read(context.request(), UpdateTableRequestParser::fromJson);
    return shown(
        catalog -> catalog.views().commit(name, request.requirements(), request.updates()));
  }

  RestMutation drop(RestContext context) {
    TableIdentifier name = names.view(context.request());
    return RestMutation.silent(catalog -> catalog.entities().drop(EntityKind.VIEW, name, false));
  }

  RestMutation rename(RestContext context) {
    RenameTableRequest request = bodies.read(context.request(), RenameTableRequest.class);
    return RestMutation.silent(
        catalog ->
            catalog.entities().rename(EntityKind.VIEW, request.source(), request.destination()));
  }
}
