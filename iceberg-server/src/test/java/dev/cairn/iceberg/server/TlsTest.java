package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.auth.TLSConfigurer;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS of the Iceberg REST API, with real clients and certificates that change. */
class TlsTest {
  @TempDir private static Path certificates;
  private static TestCertificates made;

  @TempDir private Path directory;
  private Path certificate;
  private Path key;

  @BeforeAll
  static void makeCertificates() {
    made =
        new TestCertificates(certificates)
            .add("first", "RSA")
            .add("second", "EC")
            .add("expired", "EC", "-startdate", "-10d", "-validity", "5");
  }

  @BeforeEach
  void useFirst() {
    certificate = TestCertificates.replace(directory.resolve("tls.crt"), made.chain("first"));
    key = TestCertificates.replace(directory.resolve("tls.key"), made.key("first"));
  }

  private ServerFixture serve(String... more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("cairn.server.tls.certificate", certificate.toString());
    settings.put("cairn.server.tls.key", key.toString());
    settings.put("cairn.server.tls.check-period", "100ms");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return new ServerFixture(directory, directory, settings, Map.of());
  }

  private static String uri(ServerFixture fixture) {
    return "https://127.0.0.1:" + fixture.server.port();
  }

  /** The name in the certificate that a new connection gets. */
  private static String served(ServerFixture fixture) throws IOException {
    try (SSLSocket socket = connect(fixture, made.trust())) {
      X509Certificate found = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return found.getSubjectX500Principal().getName();
    }
  }

  private static SSLSocket connect(ServerFixture fixture, SSLContext context) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), fixture.server.port());
    socket.startHandshake();
    return socket;
  }

  /** On a busy machine a handshake may take longer than a test allows it. */
  private static SSLSocket connectWithinTheBound(ServerFixture fixture) {
    while (true) {
      try {
        return connect(fixture, made.trust());
      } catch (IOException late) {
        // The server closed it; once more.
      }
    }
  }

  private static HttpResponse<String> get(HttpClient client, String uri) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String metrics(ServerFixture fixture) throws Exception {
    String uri = "http://127.0.0.1:" + fixture.server.managementPort() + "/metrics";
    return get(HttpClient.newHttpClient(), uri).body();
  }

  /** What Iceberg's client gets its trust from. */
  public static final class Trust implements TLSConfigurer {
    @Override
    public SSLContext sslContext() {
      return made.trust();
    }
  }

  @Test
  void clientsThatTrustTheRootConnectAndOthersDoNot() throws Exception {
    try (ServerFixture fixture = serve()) {
      HttpClient trusting = HttpClient.newBuilder().sslContext(made.trust()).build();
      String config = uri(fixture) + "/v1/config?warehouse=" + ServerFixture.WAREHOUSE;
      assertEquals(200, get(trusting, config).statusCode());
      assertThrows(SSLHandshakeException.class, () -> get(HttpClient.newHttpClient(), config));
      assertThrows(
          IOException.class,
          () -> get(HttpClient.newHttpClient(), config.replace("https:", "http:")));
      try (RESTCatalog catalog =
          fixture.client(
              Map.of(
                  "uri", uri(fixture), "rest.client.tls.configurer-impl", Trust.class.getName()))) {
        catalog.createNamespace(Namespace.of("sales"));
        TableIdentifier name = TableIdentifier.of("sales", "orders");
        Schema schema = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
        catalog.createTable(name, schema);
        assertEquals(List.of(name), catalog.listTables(Namespace.of("sales")));
      }
    }
  }

  @Test
  void clientsOfBothCurrentProtocolsConnect() throws Exception {
    try (ServerFixture fixture = serve();
        SSLSocket socket = connect(fixture, made.trust());
        SSLSocket older =
            (SSLSocket)
                made.trust()
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), fixture.server.port())) {
      assertEquals("TLSv1.3", socket.getSession().getProtocol());
      older.setEnabledProtocols(new String[] {"TLSv1.2"});
      older.startHandshake();
      assertEquals("TLSv1.2", older.getSession().getProtocol());
    }
  }

  @Test
  void newFilesAreServedWithoutARestartAndBrokenOnesAreReported() throws Exception {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger(TlsFiles.class.getName());
    Handler handler = new Recorder(logged);
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try (ServerFixture fixture = serve();
        SSLSocket open = connect(fixture, made.trust())) {
      assertEquals("CN=first", served(fixture));
      assertTrue(metrics(fixture).contains("cairn_server_tls_broken 0"), metrics(fixture));

      TestCertificates.replace(certificate, made.chain("second"));
      await(fixture, "cairn_server_tls_broken 1.0");
      assertEquals("CN=first", served(fixture), "the key is not there yet");
      TestCertificates.replace(key, made.key("second"));
      await(fixture, "cairn_server_tls_reload_total{outcome=\"applied\"} 1.0");
      assertEquals("CN=second", served(fixture));
      await(fixture, "cairn_server_tls_broken 0.0");

      for (String broken :
          List.of("", "no PEM", made.chain("second").substring(0, 300), made.chain("expired"))) {
        TestCertificates.replace(certificate, broken);
        await(fixture, "cairn_server_tls_broken 1.0");
        assertEquals("CN=second", served(fixture), broken);
        TestCertificates.replace(certificate, made.chain("second"));
        await(fixture, "cairn_server_tls_broken 0.0");
      }
      Files.delete(key);
      await(fixture, "cairn_server_tls_broken 1.0");
      assertEquals("CN=second", served(fixture));

      open.getOutputStream()
          .write(
              "GET /v1/config HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      assertTrue(open.getInputStream().read() > 0, "connections stay");
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    assertEquals(
        6, logged.stream().filter(each -> each.startsWith("WARNING")).count(), "" + logged);
    assertTrue(logged.get(0).contains("has no EC key"), "" + logged);
    String secret = made.key("second").lines().skip(1).findFirst().orElseThrow();
    assertFalse(logged.toString().contains(secret), "the log has the key");
  }

  private static void await(ServerFixture fixture, String line) throws Exception {
    while (!metrics(fixture).contains(line)) {
      Thread.onSpinWait();
    }
  }

  /** Keeps what is logged. */
  private static final class Recorder extends Handler {
    private final List<String> logged;

    Recorder(List<String> logged) {
      this.logged = logged;
    }

    @Override
    public void publish(LogRecord record) {
      logged.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void theExpiryIsAMetric() throws Exception {
    try (ServerFixture fixture = serve()) {
      String line =
          metrics(fixture)
              .lines()
              .filter(each -> each.startsWith("cairn_server_tls_expiry "))
              .findFirst()
              .orElseThrow();
      double expiry = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      double days = (expiry - System.currentTimeMillis() / 1e3) / 86_400;
      assertTrue(days > 80 && days < 91, "keytool makes them for 90 days: " + days);
    }
  }

  private String refused() {
    return assertThrows(ConfigurationException.class, () -> IcebergServer.check(configuration()))
        .getMessage();
  }

  private Configuration configuration() {
    return Configuration.builder()
        .set("cairn.server.tls.certificate", certificate.toString())
        .set("cairn.server.tls.key", key.toString())
        .build(ServerSettings.ALL);
  }

  @Test
  void whatClientsCouldNotUseIsRefusedAtTheStart() {
    IcebergServer.check(configuration());
    TestCertificates.replace(key, made.key("second"));
    assertTrue(refused().contains("has no RSA key"), refused());
    TestCertificates.replace(key, TestCertificates.pem("RSA PRIVATE KEY", made.keyBytes("first")));
    assertTrue(refused().contains("openssl pkcs8"), refused());
    TestCertificates.replace(key, "nothing");
    assertTrue(refused().contains("no private key"), refused());
    TestCertificates.replace(certificate, made.chain("expired"));
    TestCertificates.replace(key, made.key("expired"));
    assertTrue(refused().contains("NotAfter"), refused());
    TestCertificates.replace(certificate, made.chain("root") + made.chain("first"));
    TestCertificates.replace(key, made.key("root"));
    assertTrue(refused().contains("signed by the next"), refused());
    certificate = directory.resolve("not-there");
    assertTrue(refused().contains("is not there"), refused());
    Configuration half =
        Configuration.builder()
            .set("cairn.server.tls.key", key.toString())
            .build(ServerSettings.ALL);
    String message =
        assertThrows(ConfigurationException.class, () -> IcebergServer.check(half)).getMessage();
    assertTrue(message.contains("cairn.server.tls.certificate is not"), message);
  }

  /**
   * The bound for slow heads is for one head, not for all that a connection carries. The host that
   * a proxy passes on need not be one of the certificate.
   */
  @Test
  void aBusyConnectionOutlivesTheBoundForHeadsAndOneWithoutHandshakeDoesNot() throws Exception {
    Duration bound = Duration.ofSeconds(3);
    try (ServerFixture fixture = serve("cairn.server.receive-timeout", "3s");
        SSLSocket busy = connectWithinTheBound(fixture);
        Socket silent = new Socket(InetAddress.getLoopbackAddress(), fixture.server.port())) {
      silent.getOutputStream().write(0x16);
      byte[] request =
          "GET /cairn/none HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
      byte[] answer = new byte[1 << 16];
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < bound.multipliedBy(2).toNanos()) {
        busy.getOutputStream().write(request);
        assertTrue(busy.getInputStream().read(answer) > 0, "the connection was closed");
      }
      silent.setSoTimeout(120_000);
      assertEquals(-1, silent.getInputStream().read(), "closed by the server");
      assertTrue(metrics(fixture).contains("bound=\"slow-handshake\""));
    }
  }
}
