package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * TLS with the certificate in files, which are read again from time to time. New connections get a
 * new certificate; those that are open stay. Files that are missing or wrong change nothing, since
 * tools replace two files one after the other.
 */
final class TlsFiles extends AbstractLifeCycle {
  private static final System.Logger LOG = System.getLogger(TlsFiles.class.getName());

  private final PemFiles files;
  private final Duration period;
  private final Scheduler scheduler;
  private final ServerMeters meters;
  private final SslContextFactory.Server contexts = new SslContextFactory.Server();
  private volatile TlsIdentity current;
  private volatile @Nullable String problem;
  private volatile Scheduler.@Nullable Task next;

  private TlsFiles(PemFiles files, Duration period, Scheduler scheduler, ServerMeters meters) {
    this.files = files;
    this.period = period;
    this.scheduler = scheduler;
    this.meters = meters;
    this.current = files.read();
    contexts.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    use(contexts, current);
    meters.tls(() -> current.expiry().getEpochSecond(), () -> problem == null ? 0 : 1);
  }

  /** What the settings ask for; empty if they do not name files. */
  static Optional<TlsFiles> of(
      Configuration configuration, Scheduler scheduler, ServerMeters meters) {
    Duration period = configuration.get(ServerSettings.TLS_CHECK_PERIOD);
    return PemFiles.of(configuration).map(files -> new TlsFiles(files, period, scheduler, meters));
  }

  private static void use(SslContextFactory contexts, TlsIdentity identity) {
    contexts.setKeyStore(identity.store());
    contexts.setKeyStorePassword(TlsIdentity.PASSWORD);
  }

  /** What connections take their certificate from. */
  SslContextFactory.Server contexts() {
    return contexts;
  }

  @Override
  protected void doStart() {
    schedule();
  }

  @Override
  protected void doStop() {
    Scheduler.Task task = next;
    if (task != null) {
      task.cancel();
    }
  }

  private void schedule() {
    next = scheduler.schedule(this::look, period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    check();
    if (isRunning() || isStarting()) {
      schedule();
    }
  }

  /** Reads the files, and takes what is in them if it is new and right. */
  private void check() {
    try {
      TlsIdentity found = files.read();
      if (!found.hasChainOf(current)) {
        contexts.reload(each -> use(each, found));
        current = found;
        meters.tlsReload("applied");
        LOG.log(System.Logger.Level.INFO, "New connections get {0}", found);
      }
      problem = null;
    } catch (ConfigurationException e) {
      report(String.valueOf(e.getMessage()));
    } catch (Exception e) {
      report(e.toString());
    }
  }

  /** Once for each problem: it is looked for again and again. */
  private void report(String found) {
    if (!Objects.equals(found, problem)) {
      // The log has the reason before the metric shows the problem.
      LOG.log(
          System.Logger.Level.WARNING,
          "The certificate could not be reloaded: {0}; connections still get {1}",
          found,
          current);
      meters.tlsReload("failed");
      problem = found;
    }
  }
}
