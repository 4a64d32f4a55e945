package dev.cairn.iceberg.server.rest;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTUtil;

/**
 * Names of namespaces, tables and views in URLs.
 *
 * <p>The levels of a namespace are separated by {@code %1F}, or by the separator that the server is
 * configured with; clients that do not know it send {@code %1F}.
 */
final class NamesInUrls {
  /** The separator of the specification. */
  static final String UNIT_SEPARATOR = "%1F";

  private static final Pattern ENCODED_UNIT_SEPARATOR =
      Pattern.compile(UNIT_SEPARATOR, Pattern.LITERAL | Pattern.CASE_INSENSITIVE);
  private static final Pattern DECODED_UNIT_SEPARATOR = Pattern.compile("\u001f", Pattern.LITERAL);

  private final Pattern encoded;
  private final Pattern decoded;

  /** With a separator as it stands in URLs. */
  NamesInUrls(String separator) {
    this.encoded = Pattern.compile(separator, Pattern.LITERAL | Pattern.CASE_INSENSITIVE);
    this.decoded = Pattern.compile(PathSegment.decode(separator), Pattern.LITERAL);
  }

  /** The path of a request in the one form that all spellings of it share. */
  String canonicalPath(RestRequest request) {
    StringBuilder path = new StringBuilder();
    for (String segment : request.operation().path().substring(1).split("/", -1)) {
      path.append('/');
      if (segment.equals("{namespace}")) {
        path.append(RESTUtil.encodeNamespaceAsPathSegment(namespace(request), UNIT_SEPARATOR));
      } else if (segment.startsWith("{")) {
        String name = segment.substring(1, segment.length() - 1);
        path.append(RESTUtil.encodePathSegment(request.parameter(name)));
      } else {
        path.append(segment);
      }
    }
    return path.toString();
  }

  Namespace namespace(RestRequest request) {
    String text = request.encoded("namespace");
    Pattern separator =
        ENCODED_UNIT_SEPARATOR.matcher(text).find() ? ENCODED_UNIT_SEPARATOR : encoded;
    return Namespace.of(
        Arrays.stream(separator.split(text, -1)).map(PathSegment::decode).toArray(String[]::new));
  }

  /** The namespace in a query, which is decoded as a whole; an empty one is the root. */
  Namespace parent(RestRequest request) {
    String text = request.query().find("parent").orElse("");
    if (text.isEmpty()) {
      return Namespace.empty();
    }
    Pattern separator =
        DECODED_UNIT_SEPARATOR.matcher(text).find() ? DECODED_UNIT_SEPARATOR : decoded;
    return Namespace.of(separator.split(text, -1));
  }

  TableIdentifier table(RestRequest request) {
    return TableIdentifier.of(namespace(request), request.parameter("table"));
  }

  TableIdentifier view(RestRequest request) {
    return TableIdentifier.of(namespace(request), request.parameter("view"));
  }
}
