package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.iceberg.catalog.CatalogTable;
import dev.cairn.iceberg.catalog.CatalogTables;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.MutationResult;
import dev.cairn.iceberg.catalog.TableCommit;
import dev.cairn.iceberg.metadata.RawTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.RegisterTableRequest;
import org.apache.iceberg.rest.requests.RegisterTableRequestParser;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.ReportMetricsRequest;
import org.apache.iceberg.rest.requests.ReportMetricsRequestParser;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequestParser;

/** Requests about tables. */
final class TableRequests {
  private final NamesInUrls names;
  private final JsonBodies bodies;
  private final RestPages pages;

  TableRequests(NamesInUrls names, JsonBodies bodies, RestPages pages) {
    this.names = names;
    this.bodies = bodies;
    this.pages = pages;
  }

  RestReply list(RestContext context) {
    Namespace namespace = names.namespace(context.request());
    return pages.reply(
        context.request(),
        "identifiers",
        page -> context.catalog().tables().list(namespace, page),
        TableRequests::writeIdentifier);
  }

  static void writeIdentifier(TableIdentifier name, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeFieldName("namespace");
    NamespaceRequests.writeLevels(name.namespace(), json);
    json.writeStringField("name", name.name());
    json.writeEndObject();
  }

  RestMutation create(RestContext context) {
    CreateTableRequest request = bodies.read(context.request(), CreateTableRequest.class);
    JsonBodies.checkProperties(request.properties());
    TableIdentifier name = TableIdentifier.of(names.namespace(context.request()), request.name());
    PartitionSpec spec = request.spec();
    SortOrder order = request.writeOrder();
    CatalogTables.NewTable table =
        new CatalogTables.NewTable(
            request.schema(),
            spec == null ? PartitionSpec.unpartitioned() : spec,
            order == null ? SortOrder.unsorted() : order,
            request.location(),
            request.properties());
    if (request.stageCreate()) {
      return new RestMutation(
          catalog -> Optional.of(LoadedTable.staged(catalog.tables().stageCreate(name, table))),
          result -> RestReply.noContent());
    }
    return shown(context, catalog -> catalog.tables().create(name, table));
  }

  /** A mutation whose answer is the table. */
  private static RestMutation shown(RestContext context, Consumer<IcebergCatalog> change) {
    return RestMutation.of(
        change,
        result ->
            LoadedTable.made(
                RestMutation.as(MutationResult.TablesResult.class, result).tables().get(0),
                context.warehouse()));
  }

  RestMutation register(RestContext context) {
    RegisterTableRequest request =
        bodies.read(context.request(), RegisterTableRequestParser::fromJson);
    TableIdentifier name = TableIdentifier.of(names.namespace(context.request()), request.name());
    return shown(
        context,
        catalog ->
            catalog.tables().register(name, request.metadataLocation(), request.overwrite()));
  }

  RestReply load(RestContext context) {
    CatalogTable table = context.catalog().tables().load(names.table(context.request()));
    LoadedTable.Snapshots snapshots = snapshots(context.request());
    String etag = LoadedTable.etag(table, snapshots, context.warehouse());
    return EntityTags.isAmong(context.request().headers("If-None-Match"), etag)
        ? new RestReply(304, Map.of("ETag", etag), new RestReply.None(), RestReply.Outcome.ORIGINAL)
        : LoadedTable.loaded(table, snapshots, context.warehouse());
  }

  private static LoadedTable.Snapshots snapshots(RestRequest request) {
    String mode = request.query().find("snapshots").orElse("all");
    return switch (mode) {
      case "all", "ALL" -> LoadedTable.Snapshots.ALL;
      case "refs", "REFS" -> LoadedTable.Snapshots.REFS;
      default ->
          throw new BadRequestException(
              "Invalid query: snapshots is all or refs, not '%s'", Shown.text(mode));
    };
  }

  RestReply exists(RestContext context) {
    TableIdentifier name = names.table(context.request());
    if (!context.catalog().tables().exists(name)) {
      throw new NoSuchTableException("Table does not exist: %s", name);
    }
    return RestReply.noContent();
  }

  RestMutation update(RestContext context) {
    TableCommit commit = commit(names.table(context.request()), bodies.tree(context.request()));
    return shown(context, catalog -> catalog.tables().commit(commit));
  }

  private static TableCommit commit(TableIdentifier name, JsonNode json) {
    UpdateTableRequest request = JsonBodies.parsed(json, UpdateTableRequestParser::fromJson);
    return new TableCommit(
        name, request.requirements(), request.updates(), RawTable.ofUpdates(json.path("updates")));
  }

  RestMutation commitTransaction(RestContext context) {
    JsonNode changes = bodies.tree(context.request()).path("table-changes");
    if (!changes.isArray() || changes.isEmpty()) {
      throw new BadRequestException("Invalid body: table-changes is not a list with changes");
    }
    List<TableCommit> commits = new ArrayList<>();
    for (JsonNode change : changes) {
      TableIdentifier name =
          JsonBodies.parsed(change, UpdateTableRequestParser::fromJson).identifier();
      if (name == null) {
        throw new BadRequestException("Invalid body: a change in table-changes has no identifier");
      }
      commits.add(commit(name, change));
    }
    return RestMutation.silent(catalog -> catalog.tables().commit(commits));
  }

  RestMutation drop(RestContext context) {
    TableIdentifier name = names.table(context.request());
    boolean isPurge = context.request().query().flag("purgeRequested");
    return RestMutation.silent(catalog -> catalog.entities().drop(EntityKind.TABLE, name, isPurge));
  }

  RestMutation rename(RestContext context) {
    RenameTableRequest request = bodies.read(context.request(), RenameTableRequest.class);
    return RestMutation.silent(
        catalog ->
            catalog.entities().rename(EntityKind.TABLE, request.source(), request.destination()));
  }

  /** Reports are checked and counted with all requests; nothing keeps them. */
  RestReply report(RestContext context) {
    ReportMetricsRequest unused =
        bodies.read(context.request(), ReportMetricsRequestParser::fromJson);
    TableIdentifier unusedToo = names.table(context.request());
    return RestReply.noContent();
  }
}
