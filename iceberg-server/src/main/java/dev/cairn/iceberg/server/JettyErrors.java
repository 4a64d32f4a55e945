package dev.cairn.iceberg.server;

import dev.cairn.api.Bytes;
import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestReply;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What Jetty refuses before a request reaches its handler, in Iceberg's error model. */
final class JettyErrors extends ErrorHandler {
  private static final HttpField JSON = new HttpField(HttpHeader.CONTENT_TYPE, RestReply.JSON);

  private final ServerMeters meters;

  JettyErrors(ServerMeters meters) {
    this.meters = meters;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    if (status == HttpStatus.SERVICE_UNAVAILABLE_503) {
      // The server stops; nothing was done.
      response.getHeaders().put(HttpHeader.RETRY_AFTER, 1);
    } else if (status == HttpStatus.URI_TOO_LONG_414
        || status == HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431) {
      meters.limited("headers");
    } else {
      meters.limited("http");
    }
    response.getHeaders().put(RequestIds.HEADER, RequestIds.of(request.getHeaders()));
    Bytes body = body(status, "The server could not process the request");
    response.getHeaders().put(JSON);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length());
    response.write(true, body.toByteBuffer(), callback);
    return true;
  }

  private static Bytes body(int status, String message) {
    RestReply reply =
        RestErrors.refused(
            status, status >= 500 ? "ServiceFailureException" : "BadRequestException", message);
    return reply.body() instanceof RestReply.Full full ? full.bytes() : Bytes.empty();
  }
}
