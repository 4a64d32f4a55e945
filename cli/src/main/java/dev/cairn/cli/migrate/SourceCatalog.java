package dev.cairn.cli.migrate;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.cairn.iceberg.catalog.EntityKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.ErrorHandlers;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.ResourcePaths;
import org.apache.iceberg.rest.auth.AuthManager;
import org.apache.iceberg.rest.auth.AuthManagers;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.GetNamespaceResponse;
import org.apache.iceberg.rest.responses.ListNamespacesResponse;
import org.apache.iceberg.rest.responses.ListTablesResponse;
import org.jspecify.annotations.Nullable;

/**
 * Another Iceberg REST catalog, read through the client of Iceberg's REST catalog. {@code
 * RESTCatalog} itself collects all pages of a listing, reads whole tables and opens the files that
 * the source chooses; this class holds one page of names at a time, and only the location of the
 * metadata file of a table.
 */
public final class SourceCatalog implements AutoCloseable {
  private static final String SEPARATOR = "namespace-separator";
  private static final String DEFAULT_SEPARATOR = "\u001f";
  private static final String EMPTY = "the answer is empty";
  private static final int MAX_REASON = 500;

  private final SourceProperties properties;
  private final AuthManager auth;
  private final RESTClient bare;
  private final AuthSession session;
  private final RESTClient client;
  private final Configured configured;
  private final ResourcePaths paths;

  /** The answer to a load of a table or view, of which only one property matters. */
  static final class LoadedPlace implements RESTResponse {
    private @Nullable String metadataLocation;

    @Override
    public void validate() {}
  }

  /**
   * @param merged the properties that result from those of the source and those that were given
   * @param endpoints what the source says that it has; empty if it says nothing
   */
  private record Configured(Map<String, String> merged, Set<Endpoint> endpoints) {}

  private record Page<T>(@Nullable List<T> names, @Nullable String next) {}

  private SourceCatalog(
      SourceProperties properties,
      AuthManager auth,
      RESTClient bare,
      AuthSession session,
      Configured configured) {
    this.properties = properties;
    this.auth = auth;
    this.bare = bare;
    this.session = session;
    this.client = bare.withAuthSession(session);
    this.configured = configured;
    this.paths = ResourcePaths.forCatalogProperties(configured.merged());
  }

  /**
   * Connects to the source.
   *
   * @throws SourceException if it does not answer as a REST catalog
   */
  public static SourceCatalog open(SourceProperties properties) {
    return asked(
        properties,
        "its configuration",
        () -> {
          AuthManager auth = AuthManagers.loadAuthManager("source", properties.all());
          Configured configured = configured(properties.all(), auth);
          RESTClient bare = connect(configured.merged());
          AuthSession session = auth.catalogSession(bare, configured.merged());
          return new SourceCatalog(properties, auth, bare, session, configured);
        });
  }

  private static RESTClient connect(Map<String, String> properties) {
    return HTTPClient.builder(properties)
        .uri(properties.get(CatalogProperties.URI))
        .withHeaders(RESTUtil.configHeaders(properties))
        .build();
  }

  private static Configured configured(Map<String, String> given, AuthManager auth) {
    String warehouse = given.get(CatalogProperties.WAREHOUSE_LOCATION);
    Map<String, String> query =
        warehouse == null ? Map.of() : Map.of(CatalogProperties.WAREHOUSE_LOCATION, warehouse);
    try (RESTClient first = connect(given);
        AuthSession initial = auth.initSession(first, given)) {
      ConfigResponse response =
          first
              .withAuthSession(initial)
              .get(
                  ResourcePaths.config(),
                  query,
                  ConfigResponse.class,
                  Map.of(),
                  ErrorHandlers.configErrorHandler());
      if (response == null) {
        throw new IllegalStateException(EMPTY);
      }
      return new Configured(response.merge(given), Set.copyOf(response.endpoints()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it says that it has views; Iceberg's own client asks for none otherwise. */
  public boolean hasViews() {
    return configured.endpoints().isEmpty()
        ? Boolean.parseBoolean(configured.merged().get("view-endpoints-supported"))
        : configured.endpoints().contains(Endpoint.V1_LIST_VIEWS);
  }

  /**
   * The children of a namespace; all of their names, since what is done with one may outlive the
   * token of the next page. Catalogs of one level answer with the same names at every level, so
   * what is no child is left out.
   */
  List<Namespace> children(Namespace parent) {
    Map<String, String> query = Map.of();
    if (!parent.isEmpty()) {
      String separator = configured.merged().getOrDefault(SEPARATOR, DEFAULT_SEPARATOR);
      query = Map.of("parent", String.join(RESTUtil.decodeString(separator), parent.levels()));
    }
    Set<Namespace> found = new LinkedHashSet<>();
    pages(
        parent.isEmpty() ? "its namespaces" : "the namespaces in " + parent,
        query,
        parameters -> {
          ListNamespacesResponse page =
              get(
                  paths.namespaces(),
                  parameters,
                  ListNamespacesResponse.class,
                  ErrorHandlers.namespaceErrorHandler());
          return new Page<>(page.namespaces(), page.nextPageToken());
        },
        names -> names.stream().filter(each -> isChild(each, parent)).forEach(found::add));
    return List.copyOf(found);
  }

  private static boolean isChild(Namespace namespace, Namespace parent) {
    String[] levels = namespace.levels();
    return levels.length == parent.length() + 1
        && Arrays.equals(Arrays.copyOf(levels, parent.length()), parent.levels());
  }

  /** The properties of a namespace; empty if it is gone. */
  Optional<Map<String, String>> properties(Namespace namespace) {
    return found(
        "the namespace " + namespace,
        () ->
            Objects.requireNonNullElse(
                get(
                        paths.namespace(namespace),
                        Map.of(),
                        GetNamespaceResponse.class,
                        ErrorHandlers.namespaceErrorHandler())
                    .properties(),
                Map.of()));
  }

  /**
   * Shows the names of the tables or views of a namespace, a page at a time. Some catalogs write
   * the namespace in another form there, so only the last part counts.
   */
  void list(EntityKind kind, Namespace namespace, Consumer<List<TableIdentifier>> consumer) {
    boolean isView = kind == EntityKind.VIEW;
    pages(
        "the %s in %s".formatted(isView ? "views" : "tables", namespace),
        Map.of(),
        parameters -> {
          ListTablesResponse page =
              get(
                  isView ? paths.views(namespace) : paths.tables(namespace),
                  parameters,
                  ListTablesResponse.class,
                  ErrorHandlers.namespaceErrorHandler());
          return new Page<>(page.identifiers(), page.nextPageToken());
        },
        names ->
            consumer.accept(
                names.stream().map(each -> TableIdentifier.of(namespace, each.name())).toList()));
  }

  /**
   * The metadata file of a table or view, empty text if the source names none; empty if it is gone.
   */
  Optional<String> metadataFile(EntityKind kind, TableIdentifier name) {
    boolean isView = kind == EntityKind.VIEW;
    return found(
        name.toString(),
        () ->
            Objects.requireNonNullElse(
                get(
                        isView ? paths.view(name) : paths.table(name),
                        isView ? Map.of() : Map.of("snapshots", "refs"),
                        LoadedPlace.class,
                        isView
                            ? ErrorHandlers.viewErrorHandler()
                            : ErrorHandlers.tableErrorHandler())
                    .metadataLocation,
                ""));
  }

  private <T> void pages(
      String what,
      Map<String, String> query,
      Function<Map<String, String>, Page<T>> fetch,
      Consumer<List<T>> consumer) {
    String token = "";
    while (true) {
      Map<String, String> parameters = new LinkedHashMap<>(query);
      parameters.put("pageToken", token);
      parameters.put("pageSize", properties.pageSize());
      Page<T> page = asked(properties, what, () -> fetch.apply(parameters));
      consumer.accept(page.names() == null ? List.of() : page.names());
      String next = page.next();
      if (next == null || next.isEmpty()) {
        return;
      }
      if (next.equals(token)) {
        throw new SourceException(
            false,
            "the source returns the same page of %s again and again, so its listing is not reliable"
                .formatted(what));
      }
      token = next;
    }
  }

  private <T extends RESTResponse> T get(
      String path, Map<String, String> query, Class<T> type, Consumer<ErrorResponse> onError) {
    T response = client.get(path, query, type, Map.of(), onError);
    if (response == null) {
      throw new IllegalStateException(EMPTY);
    }
    return response;
  }

  /** What {@code call} finds; empty if the source says that it does not exist. */
  private <T> Optional<T> found(String what, Supplier<T> call) {
    return asked(
        properties,
        what,
        () -> {
          try {
            return Optional.of(call.get());
          } catch (NoSuchNamespaceException | NoSuchTableException | NoSuchViewException e) {
            return Optional.empty();
          }
        });
  }

  private static <T> T asked(SourceProperties properties, String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      boolean isUnavailable = e instanceof ServiceUnavailableException || isUnanswered(e);
      String reason = properties.withoutSecrets(reason(e));
      throw new SourceException(
          isUnavailable,
          "the source %s %s when it was asked for %s: %s"
              .formatted(
                  properties.uri(),
                  isUnavailable ? "did not answer" : "gave no answer that can be used",
                  what,
                  reason));
    }
  }

  /** Whether it is the connection that failed, and not what came over it. */
  private static boolean isUnanswered(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof JsonProcessingException) {
        return false;
      }
      if (at instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && isUnanswered(failure)) {
      root = root.getCause();
    }
    String text = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    String line = text.lines().findFirst().orElse("");
    return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "…";
  }

  // The session first: it may refresh its token through the client.
  @Override
  public void close() {
    try {
      session.close();
      auth.close();
    } finally {
      closeQuietly(bare);
    }
  }

  private static void closeQuietly(RESTClient client) {
    try {
      client.close();
    } catch (IOException e) {
      // Nothing was sent that waits for an answer.
    }
  }
}
