package dev.cairn.backend.cassandra;

import dev.cairn.api.Waiter;
import dev.cairn.testkit.process.ChildProcess;
import dev.cairn.testkit.server.ServerPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Cassandra's daemon in a separate JVM, on the loopback address, with a directory that is deleted
 * on close. After a kill it can be restarted with what it wrote.
 */
final class Daemon implements AutoCloseable {
  static final String DATACENTER = "datacenter1";

  private static final int JDK = 17;
  private static final String JDK_PROPERTY = "JAVA17_HOME";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String LOG = "daemon.log";
  private static final String ERRORS = "errors.log";

  private static final List<String> FLAGS =
      List.of(
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "-Xms64m",
          "-Xmx384m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          // Saves a seventh of the start time.
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote",
          "-Dcassandra.skip_wait_for_gossip_to_settle=0",
          "-Dcassandra.ring_delay_ms=0",
          "-Dcassandra.load_ring_state=false",
          "-Dcassandra.superuser_setup_delay_ms=0",
          // Tests kill the process, not the machine: what the operating system has is safe.
          "-Dcassandra.skip_sync=true",
          "-Dcassandra.memtable.row_overhead_size=180",
          "-Dcassandra-foreground=yes");

  private final Path javaHome;
  private final List<String> moreFlags;
  private final Path directory;
  private final int port = ServerPort.free();
  private ChildProcess process;

  private Daemon(Path javaHome, List<String> moreFlags, Path directory) {
    this.javaHome = javaHome;
    this.moreFlags = moreFlags;
    this.directory = directory;
  }

  /** Why no daemon can be started here, if it cannot. */
  static Optional<String> obstacle() {
    return javaHome().isPresent()
        ? Optional.empty()
        : Optional.of(
            "Cassandra 5 runs on JDK %d only, and this is %s; set %s to the home of one"
                .formatted(JDK, Runtime.version(), JDK_PROPERTY));
  }

  private static Optional<Path> javaHome() {
    return Runtime.version().feature() == JDK
        ? Optional.of(Path.of(System.getProperty("java.home")))
        : Optional.ofNullable(System.getenv(JDK_PROPERTY)).map(Path::of);
  }

  /**
   * Starts a daemon whose tables and rows survive only an orderly shutdown. It creates tables much
   * faster, and conditional writes, each of which writes to the log three times, do not wait for
   * the disk.
   */
  static Daemon startBrief() {
    return start(
        List.of("-Dcassandra.test.flush_local_schema_changes=false"),
        "commitlog_sync: periodic\ncommitlog_sync_period: 10s\n");
  }

  /**
   * Starts a daemon that can be killed: acknowledged writes survive.
   *
   * @param moreConfig lines for its configuration
   */
  static Daemon start(String moreConfig) {
    return start(List.of(), "commitlog_sync: batch\n" + moreConfig);
  }

  private static Daemon start(List<String> flags, String moreConfig) {
    Path home = javaHome().orElseThrow(() -> new IllegalStateException(obstacle().orElseThrow()));
    try {
      Daemon daemon = new Daemon(home, flags, Files.createTempDirectory("cairn-cassandra"));
      daemon.configure(moreConfig);
      daemon.restart();
      return daemon;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where clients connect. */
  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Kills the daemon like kill -9. */
  void kill() {
    process.close();
  }

  /** Restarts the daemon on its directory, and returns when it accepts connections. */
  void restart() {
    List<String> flags = new ArrayList<>(FLAGS);
    flags.addAll(moreFlags);
    flags.add("-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri());
    flags.add("-Dcassandra.storagedir=" + directory);
    flags.add("-Dlogback.configurationFile=logback-daemon.xml");
    flags.add("-Dcairn.test.log=" + directory.resolve(LOG));
    process =
        new ChildProcess(
            javaHome,
            flags,
            // The JVM warns of the security manager that Cassandra installs.
            Redirect.appendTo(directory.resolve(ERRORS).toFile()),
            "org.apache.cassandra.service.CassandraDaemon");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isListening()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        String problem =
            "the Cassandra daemon did not start; its log ends with:\n%s\nand its errors with:\n%s"
                .formatted(endOf(LOG), endOf(ERRORS));
        close();
        throw new IllegalStateException(problem);
      }
      Waiter.system().await(Duration.ofMillis(100));
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket()) {
      socket.connect(address());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String endOf(String file) {
    try {
      String text = Files.readString(directory.resolve(file));
      return text.substring(Math.max(0, text.length() - 8_000));
    } catch (IOException e) {
      return "(nothing: " + e + ")";
    }
  }

  private void configure(String more) throws IOException {
    int storagePort = ServerPort.free();
    Path config = directory.resolve("cassandra.yaml");
    Files.writeString(
        config,
        """
        cluster_name: cairn
        num_tokens: 1
        initial_token: 0
        partitioner: org.apache.cassandra.dht.Murmur3Partitioner
        endpoint_snitch: SimpleSnitch
        data_file_directories: [ "%1$s/data" ]
        commitlog_directory: "%1$s/commitlog"
        saved_caches_directory: "%1$s/saved_caches"
        hints_directory: "%1$s/hints"
        cdc_raw_directory: "%1$s/cdc_raw"
        listen_address: 127.0.0.1
        rpc_address: 127.0.0.1
        storage_port: %2$d
        native_transport_port: %3$d
        start_native_transport: true
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: "127.0.0.1:%2$d"
        auto_bootstrap: false
        auto_snapshot: false
        hinted_handoff_enabled: false
        file_cache_enabled: false
        key_cache_size: 1MiB
        row_cache_size: 0MiB
        counter_cache_size: 0MiB
        memtable_heap_space: 64MiB
        memtable_offheap_space: 64MiB
        commitlog_segment_size: 8MiB
        commitlog_total_space: 64MiB
        concurrent_reads: 8
        concurrent_writes: 8
        concurrent_compactors: 1
        paxos_variant: v2
        # A busy machine is no failed cluster.
        write_request_timeout: 20s
        cas_contention_timeout: 20s
        read_request_timeout: 20s
        range_request_timeout: 20s
        request_timeout: 20s
        """
                .formatted(directory, storagePort, port)
            + more);
  }

  @Override
  public void close() {
    process.close();
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Path file : files) {
      if (!file.toFile().delete()) {
        throw new IllegalStateException("cannot delete " + file);
      }
    }
  }
}
