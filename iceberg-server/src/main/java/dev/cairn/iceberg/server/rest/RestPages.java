package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cairn.api.Bytes;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.util.JsonUtil;

/**
 * Listings, by page or whole.
 *
 * <p>A client that sends {@code pageToken}, empty for the first page, gets pages, all of one state.
 * Any other client gets everything; it is read page by page while it is sent, so that a long
 * listing needs little memory.
 */
final class RestPages {
  /** Writes one item of a listing. */
  @FunctionalInterface
  interface ItemWriter<T> {
    void write(T item, JsonGenerator json) throws IOException;
  }

  private final RestLimits limits;

  RestPages(RestLimits limits) {
    this.limits = limits;
  }

  /**
   * The reply with a listing.
   *
   * @param field the name of the list
   * @param source reads one page
   */
  <T> RestReply reply(
      RestRequest request,
      String field,
      Function<PageRequest, Listing<T>> source,
      ItemWriter<T> writer) {
    Optional<String> token = request.query().find("pageToken");
    int size = limits.pageSize(request.query(), "pageSize", limits.defaultPageSize());
    if (token.isEmpty()) {
      Listing<T> first = source.apply(PageRequest.first(limits.maxPageSize()));
      RestReply.Streamed body = out -> writeAll(out, field, first, source, writer);
      return first.next().isEmpty() ? RestReply.ok(inMemory(body)) : RestReply.ok(body);
    }
    Listing<T> page = source.apply(new PageRequest(size, token.filter(text -> !text.isEmpty())));
    return RestReply.ok(inMemory(out -> writePage(out, field, page, writer)));
  }

  private static RestReply.Full inMemory(RestReply.Streamed body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      body.writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RestReply.Full(Bytes.wrap(bytes.toByteArray()));
  }

  private <T> void writeAll(
      OutputStream out,
      String field,
      Listing<T> first,
      Function<PageRequest, Listing<T>> source,
      ItemWriter<T> writer)
      throws IOException {
    // Closed only at the end: closing would complete the JSON of a listing that failed midway.
    JsonGenerator json = JsonUtil.factory().createGenerator(out);
    json.writeStartObject();
    json.writeArrayFieldStart(field);
    Listing<T> page = first;
    while (true) {
      for (T item : page.items()) {
        writer.write(item, json);
      }
      Optional<String> next = page.next();
      if (next.isEmpty()) {
        break;
      }
      page = source.apply(PageRequest.after(next.get(), limits.maxPageSize()));
    }
    json.writeEndArray();
    json.writeEndObject();
    json.close();
  }

  private static <T> void writePage(
      OutputStream out, String field, Listing<T> page, ItemWriter<T> writer) throws IOException {
    try (JsonGenerator json = JsonUtil.factory().createGenerator(out)) {
      json.writeStartObject();
      json.writeArrayFieldStart(field);
      for (T item : page.items()) {
        writer.write(item, json);
      }
      json.writeEndArray();
      if (page.next().isPresent()) {
        json.writeStringField("next-page-token", page.next().get());
      }
      json.writeEndObject();
    }
  }
}
