package dev.cairn.iceberg.server.rest;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.exceptions.NotFoundException;

/** Executes requests. */
public final class RestService {
  private final WarehouseSource warehouses;
  private final ConfigRequests config;
  private final MutationRequests keyed;
  private final OutageLog outages = new OutageLog(System::nanoTime);
  private final Map<RestOperation, Function<RestContext, RestReply>> reads =
      new EnumMap<>(RestOperation.class);
  private final Map<RestOperation, Function<RestContext, RestMutation>> mutations =
      new EnumMap<>(RestOperation.class);

  /**
   * A service for the warehouses of {@code source}.
   *
   * @param separator separates the levels of a namespace in URLs, besides {@code %1F}
   * @param defaultWarehouse the warehouse of clients that name none
   * @param keyLifetime how long keys are remembered; empty if they are disabled
   */
  public RestService(
      WarehouseSource source,
      RestLimits limits,
      String separator,
      Optional<String> defaultWarehouse,
      Optional<Duration> keyLifetime) {
    this.warehouses = source;
    this.config = new ConfigRequests(source, defaultWarehouse, separator, keyLifetime);
    NamesInUrls names = new NamesInUrls(separator);
    this.keyed = new MutationRequests(keyLifetime.isPresent(), names, limits);
    JsonBodies bodies = new JsonBodies(limits);
    RestPages pages = new RestPages(limits);
    addNamespaces(new NamespaceRequests(names, bodies, pages));
    addTables(new TableRequests(names, bodies, pages));
    addViews(new ViewRequests(names, bodies, pages));
    ExtensionRequests extensions = new ExtensionRequests(bodies, pages, limits);
    reads.put(RestOperation.LIST_DROPPED, extensions::listDropped);
    mutations.put(RestOperation.UNDROP, extensions::undrop);
    reads.put(RestOperation.LIST_CHANGES, extensions::listChanges);
  }

  private void addNamespaces(NamespaceRequests namespaces) {
    reads.put(RestOperation.LIST_NAMESPACES, namespaces::list);
    mutations.put(RestOperation.CREATE_NAMESPACE, namespaces::create);
    reads.put(RestOperation.LOAD_NAMESPACE, namespaces::load);
    reads.put(RestOperation.NAMESPACE_EXISTS, namespaces::exists);
    mutations.put(RestOperation.DROP_NAMESPACE, namespaces::drop);
    mutations.put(RestOperation.UPDATE_NAMESPACE, namespaces::update);
  }

  private void addTables(TableRequests tables) {
    reads.put(RestOperation.LIST_TABLES, tables::list);
    mutations.put(RestOperation.CREATE_TABLE, tables::create);
    mutations.put(RestOperation.REGISTER_TABLE, tables::register);
    reads.put(RestOperation.LOAD_TABLE, tables::load);
    reads.put(RestOperation.TABLE_EXISTS, tables::exists);
    mutations.put(RestOperation.UPDATE_TABLE, tables::update);
    mutations.put(RestOperation.DROP_TABLE, tables::drop);
    reads.put(RestOperation.REPORT_METRICS, tables::report);
    mutations.put(RestOperation.RENAME_TABLE, tables::rename);
    mutations.put(RestOperation.COMMIT_TRANSACTION, tables::commitTransaction);
  }

  private void addViews(ViewRequests views) {
    reads.put(RestOperation.LIST_VIEWS, views::list);
    mutations.put(RestOperation.CREATE_VIEW, views::create);
    mutations.put(RestOperation.REGISTER_VIEW, views::register);
    reads.put(RestOperation.LOAD_VIEW, views::load);
    reads.put(RestOperation.VIEW_EXISTS, views::exists);
    mutations.put(RestOperation.UPDATE_VIEW, views::update);
    mutations.put(RestOperation.DROP_VIEW, views::drop);
    mutations.put(RestOperation.RENAME_VIEW, views::rename);
  }

  /** Executes {@code request}; every failure becomes an answer. */
  public RestReply handle(RestRequest request) {
    boolean hasKey = false;
    try {
      hasKey = keyed.key(request).isPresent();
      return execute(request);
    } catch (RuntimeException e) {
      outages.note(request.id(), e);
      return RestErrors.of(e, request.id(), hasKey);
    } catch (Error e) {
      return RestErrors.of(e, request, hasKey);
    }
  }

  private RestReply execute(RestRequest request) {
    if (request.operation() == RestOperation.GET_CONFIG) {
      return config.get(request);
    }
    if (request.operation() == RestOperation.DESCRIBE) {
      return ExtensionRequests.describe();
    }
    String prefix = request.parameter("prefix");
    ServedWarehouse warehouse =
        warehouses
            .withPrefix(prefix)
            .orElseThrow(
                () ->
                    new NotFoundException(
                        "No warehouse has the prefix '%s'; GET /v1/config returns the prefix of a warehouse",
                        Shown.text(prefix)));
    RestContext context = new RestContext(request, warehouse);
    Function<RestContext, RestReply> read = reads.get(request.operation());
    if (read != null) {
      return read.apply(context);
    }
    Function<RestContext, RestMutation> mutation = mutations.get(request.operation());
    if (mutation == null) {
      throw new IllegalStateException("nothing executes " + request.operation());
    }
    return keyed.execute(context, mutation.apply(context));
  }
}
