package dev.cairn.cli.migrate;

import dev.cairn.api.InvalidRequestException;
import dev.cairn.cli.migrate.MigrationReport.Skipped;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Registers the contents of another catalog in a warehouse: a namespace, its tables and views, then
 * its children. Each is a commit of its own, and existing ones are compared and left unchanged. So
 * a migration that ends early loses nothing, and the next one continues there.
 *
 * <p>Memory holds the names of the namespaces that are still to come, and one page of tables.
 */
public final class Migration {
  private final SourceCatalog source;
  private final IcebergCatalog target;
  private final Options options;
  private final LongConsumer progress;
  private final MigrationReport report = new MigrationReport();
  private final Registration registration;

  /**
   * The options of a migration.
   *
   * @param isDryRun whether to report what a migration would do, without changing anything
   * @param parallel the number of tables that are registered at a time
   */
  public record Options(boolean isDryRun, int parallel) {}

  /**
   * A migration that is still to be run.
   *
   * @param progress called with the number of namespaces, tables and views examined, by several
   *     threads; an exception ends the migration
   */
  public Migration(
      SourceCatalog source, IcebergCatalog target, Options options, LongConsumer progress) {
    this.source = source;
    this.target = target;
    this.options = options;
    this.progress = progress;
    this.registration = new Registration(source, target, options.isDryRun(), report);
  }

  /**
   * Migrates everything.
   *
   * @throws SourceException if the source does not answer; what was registered before stays
   */
  public MigrationReport run() {
    ExecutorService workers = Executors.newFixedThreadPool(options.parallel(), Migration::worker);
    try {
      Deque<Namespace> pending = new ArrayDeque<>(source.children(Namespace.empty()));
      while (!pending.isEmpty()) {
        Namespace namespace = pending.pop();
        if (take(namespace)) {
          descend(namespace, workers, pending);
        }
        progress.accept(report.seen());
      }
      return report;
    } finally {
      workers.shutdownNow();
    }
  }

  private static Thread worker(Runnable work) {
    Thread thread = new Thread(work, "cairn-migrate");
    thread.setDaemon(true);
    return thread;
  }

  private void descend(Namespace namespace, ExecutorService workers, Deque<Namespace> pending) {
    try {
      source.list(EntityKind.TABLE, namespace, page -> takeAll(EntityKind.TABLE, page, workers));
      if (source.hasViews()) {
        source.list(EntityKind.VIEW, namespace, page -> takeAll(EntityKind.VIEW, page, workers));
      }
      List<Namespace> children = source.children(namespace);
      for (int i = children.size() - 1; i >= 0; i--) {
        pending.push(children.get(i));
      }
    } catch (SourceException e) {
      if (e.isUnavailable()) {
        throw e;
      }
      skip(namespace, SkipReason.SOURCE_REFUSED, Registration.message(e));
    }
  }

  /** Takes over a namespace; whether its contents can follow. */
  private boolean take(Namespace namespace) {
    try {
      boolean isHere = target.namespaces().exists(namespace);
      Optional<Map<String, String>> found = source.properties(namespace);
      if (found.isEmpty()) {
        skip(namespace, SkipReason.GONE, "the source listed it, but does not have it any more");
        return false;
      }
      if (!isHere && !create(namespace, found.get())) {
        isHere = true;
      }
      if (isHere) {
        compare(namespace, found.get());
      } else {
        report.registered(EntityKind.NAMESPACE);
      }
      return true;
    } catch (ValidationException e) {
      skip(namespace, SkipReason.NAME_REFUSED, withContents(e));
    } catch (InvalidRequestException e) {
      skip(namespace, SkipReason.REFUSED, withContents(e));
    } catch (SourceException e) {
      if (e.isUnavailable()) {
        throw e;
      }
      skip(namespace, SkipReason.SOURCE_REFUSED, withContents(e));
    }
    return false;
  }

  /** Creates a namespace; false if another process did. */
  private boolean create(Namespace namespace, Map<String, String> properties) {
    if (options.isDryRun()) {
      return true;
    }
    try {
      target.namespaces().create(namespace, properties);
      return true;
    } catch (AlreadyExistsException e) {
      return false;
    }
  }

  // Values may be anything, also secrets.
  private void compare(Namespace namespace, Map<String, String> properties) {
    Map<String, String> here = target.namespaces().load(namespace);
    if (here.equals(properties)) {
      report.present(EntityKind.NAMESPACE);
      return;
    }
    Set<String> names = new TreeSet<>(here.keySet());
    names.addAll(properties.keySet());
    names.removeIf(name -> here.containsKey(name) && here.get(name).equals(properties.get(name)));
    skip(
        namespace,
        SkipReason.OTHER_PROPERTIES,
        "these properties differ: %s; what is in it is migrated"
            .formatted(String.join(", ", names)));
  }

  private static String withContents(RuntimeException e) {
    return Registration.message(e) + "; nothing in it is migrated";
  }

  private void skip(Namespace namespace, SkipReason reason, String detail) {
    report.skip(new Skipped(EntityKind.NAMESPACE, namespace, "", reason, detail));
  }

  /** Takes over a page of tables or views; after the first failure, no further one. */
  private void takeAll(EntityKind kind, List<TableIdentifier> page, ExecutorService workers) {
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<Callable<Object>> work = new ArrayList<>();
    for (TableIdentifier name : page) {
      work.add(Executors.callable(() -> takeUnlessOver(kind, name, failure)));
    }
    try {
      for (Future<Object> each : workers.invokeAll(work)) {
        var unused = each.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    RuntimeException first = failure.get();
    if (first != null) {
      throw first;
    }
  }

  private void takeUnlessOver(
      EntityKind kind, TableIdentifier name, AtomicReference<@Nullable RuntimeException> failure) {
    if (failure.get() != null) {
      return;
    }
    try {
      progress.accept(report.seen());
      registration.take(kind, name);
    } catch (RuntimeException e) {
      boolean unused = failure.compareAndSet(null, e);
    }
  }
}
