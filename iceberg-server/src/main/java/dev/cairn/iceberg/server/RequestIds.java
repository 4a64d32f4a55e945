package dev.cairn.iceberg.server;

import java.util.UUID;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;

/** The ID of a request: the client's, if it can stand in a log, or a new one. */
final class RequestIds {
  static final String HEADER = "X-Request-Id";

  private static final Pattern USABLE = Pattern.compile("[A-Za-z0-9_.:-]{1,100}");

  private RequestIds() {}

  static String of(HttpFields headers) {
    String given = headers.get(HEADER);
    return given != null && USABLE.matcher(given).matches() ? given : UUID.randomUUID().toString();
  }
}
