package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.CatalogChange;
import dev.cairn.iceberg.catalog.DroppedEntity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.TableIdentifierParser;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.util.JsonUtil;

/** What Cairn serves beyond the specification, under a path of its own. */
final class ExtensionRequests {
  private static final int DEFAULT_CHANGES = 100;

  private final JsonBodies bodies;
  private final RestPages pages;
  private final RestLimits limits;

  ExtensionRequests(JsonBodies bodies, RestPages pages, RestLimits limits) {
    this.bodies = bodies;
    this.pages = pages;
    this.limits = limits;
  }

  RestReply listDropped(RestContext context) {
    return pages.reply(
        context.request(),
        "dropped",
        page -> context.catalog().entities().dropped(page),
        ExtensionRequests::writeDropped);
  }

  private static void writeDropped(DroppedEntity.Details dropped, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    // As text: a number of 64 bits is not exact in every client.
    json.writeStringField("id", Long.toString(dropped.id()));
    json.writeStringField("kind", dropped.kind().name().toLowerCase(Locale.ROOT));
    json.writeFieldName("namespace");
    NamespaceRequests.writeLevels(Namespace.of(dropped.namespace().toArray(String[]::new)), json);
    json.writeStringField("name", dropped.name());
    json.writeStringField("dropped-at", Instant.ofEpochMilli(dropped.droppedAtMillis()).toString());
    json.writeStringField("principal", dropped.principal());
    json.writeBooleanField("purge", dropped.purge());
    json.writeEndObject();
  }

  /** The body, if there is one, has the new name under {@code identifier}. */
  RestMutation undrop(RestContext context) {
    long id = id(context.request().parameter("id"));
    if (context.request().body().length() == 0) {
      return RestMutation.silent(catalog -> catalog.entities().undrop(id));
    }
    JsonNode identifier = bodies.tree(context.request()).path("identifier");
    TableIdentifier name = JsonBodies.parsed(identifier, TableIdentifierParser::fromJson);
    return RestMutation.silent(catalog -> catalog.entities().undrop(id, name));
  }

  private static long id(String text) {
    try {
      long id = Long.parseLong(text);
      // Another form of the number would be another resource for keys.
      if (Long.toString(id).equals(text)) {
        return id;
      }
    } catch (NumberFormatException e) {
      // Refused with the other forms.
    }
    throw new BadRequestException(
        "Invalid URL: '%s' is not the ID of a dropped table or view", Shown.text(text));
  }

  /**
   * The changes after a position, oldest first. Without a position there are none, and {@code next}
   * is where to follow from: a consumer takes it, then lists the catalog, then asks for what comes
   * after it.
   */
  RestReply listChanges(RestContext context) {
    Optional<String> after = context.request().query().find("after");
    int limit = limits.pageSize(context.request().query(), "limit", DEFAULT_CHANGES);
    Store store = context.warehouse().store();
    List<CatalogChange> changes =
        after.isEmpty()
            ? List.of()
            : store.logAfter(position(after.get()), limit).stream().map(CatalogChange::of).toList();
    Optional<String> next =
        changes.isEmpty()
            ? after.or(() -> newest(store))
            : Optional.of(changes.get(changes.size() - 1).id());
    return RestReply.json(
        JsonUtil.generate(
            json -> {
              json.writeStartObject();
              json.writeArrayFieldStart("changes");
              for (CatalogChange each : changes) {
                writeChange(each, json);
              }
              json.writeEndArray();
              if (next.isPresent()) {
                json.writeStringField("next", next.get());
              }
              json.writeEndObject();
            },
            false));
  }

  private static Optional<String> newest(Store store) {
    return store.log(Catalogs.MAIN, 1).entries().stream()
        .map(LogEntry::id)
        .map(CommitId::toString)
        .findFirst();
  }

  private static CommitId position(String text) {
    CommitId position;
    try {
      position = CommitId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(
          e, "Invalid query: '%s' is not a position of this feed", Shown.text(text));
    }
    if (!position.reference().equals(Catalogs.MAIN)) {
      throw new BadRequestException("Invalid query: after is not a position of this feed");
    }
    return position;
  }

  private static void writeChange(CatalogChange change, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", change.id());
    json.writeStringField("time", change.time().toString());
    json.writeStringField("message", change.message());
    JsonUtil.writeStringMap("attributes", change.attributes(), json);
    json.writeArrayFieldStart("namespaces");
    for (Namespace each : change.namespaces()) {
      NamespaceRequests.writeLevels(each, json);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("identifiers");
    for (TableIdentifier each : change.contents()) {
      TableRequests.writeIdentifier(each, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** The description of the server, a file beside this class. */
  static RestReply describe() {
    try (InputStream in = ExtensionRequests.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is missing from the class path");
      }
      return RestReply.ok(new RestReply.Full(Bytes.wrap(in.readAllBytes())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
