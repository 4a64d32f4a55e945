package dev.cairn.cli;

import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.testkit.process.ChildProcess;
import jakarta.servlet.http.HttpServlet;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.rest.RESTCatalog;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Iceberg's reference server, as {@code iceberg-open-api:test-fixtures} has it, in a process of its
 * own with Iceberg's catalog in memory behind it and files in a directory. Its own {@code main}
 * listens at all addresses, and refuses names with a slash.
 */
final class ReferenceServer implements AutoCloseable {
  private final ChildProcess process;
  private final String uri;

  private ReferenceServer(ChildProcess process) {
    this.process = process;
    this.uri = "http://127.0.0.1:" + process.readLine();
  }

  static ReferenceServer start(Path files) {
    return new ReferenceServer(new ChildProcess(ReferenceServer.class, files.toString()));
  }

  String uri() {
    return uri;
  }

  /** A client as every application has it. */
  RESTCatalog client() {
    RESTCatalog client = new RESTCatalog();
    client.initialize(
        "reference",
        Map.of(
            CatalogProperties.URI,
            uri,
            CatalogProperties.FILE_IO_IMPL,
            LocalFileIO.class.getName(),
            LocalFileIO.ROOT,
            "file:/"));
    return client;
  }

  /** Ends it at once, as a crash does. */
  void kill() {
    process.close();
  }

  @Override
  public void close() {
    process.close();
  }

  /** Serves until it is killed, or the process that started it is gone. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> properties =
        Map.of(
            CatalogProperties.WAREHOUSE_LOCATION,
            "file:" + arguments[0],
            CatalogProperties.FILE_IO_IMPL,
            LocalFileIO.class.getName(),
            LocalFileIO.ROOT,
            "file:" + arguments[0]);
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("reference", properties);
    // It keeps files in memory, whatever the properties say; here the tool has to read them, too.
    LocalFileIO io = new LocalFileIO();
    io.initialize(properties);
    Field files = InMemoryCatalog.class.getDeclaredField("io");
    files.setAccessible(true);
    files.set(catalog, io);
    Object context =
        create(
            "RESTCatalogServer$CatalogContext",
            new Class<?>[] {Catalog.class, Map.class},
            catalog,
            properties);
    Object adapter =
        create("RESTServerCatalogAdapter", new Class<?>[] {context.getClass()}, context);
    Object servlet =
        create("RESTCatalogServlet", new Class<?>[] {adapter.getClass().getSuperclass()}, adapter);
    ServletContextHandler handler = new ServletContextHandler(ServletContextHandler.NO_SESSIONS);
    handler.addServlet(new ServletHolder((HttpServlet) servlet), "/*");
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(handler);
    // Names with a slash or a percent sign, which Jetty refuses by default.
    handler.getServletHandler().setDecodeAmbiguousURIs(true);
    server
        .getConnectors()[0]
        .getConnectionFactory(HttpConnectionFactory.class)
        .getHttpConfiguration()
        .setUriCompliance(UriCompliance.UNSAFE);
    server.start();
    System.out.println(((ServerConnector) server.getConnectors()[0]).getLocalPort());
    int unused = System.in.read();
    System.exit(0);
  }

  private static Object create(String name, Class<?>[] types, Object... arguments)
      throws ReflectiveOperationException {
    Constructor<?> constructor =
        Class.forName("org.apache.iceberg.rest." + name).getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(arguments);
  }
}
