package dev.cairn.benchmarks.http;

import dev.cairn.iceberg.file.LocalFileIO;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTCatalogServer;
import org.apache.iceberg.rest.RESTCatalogServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Iceberg's reference server on SQLite, with Cairn's own files, so that both servers force the same
 * to the disk. It ends with its standard input.
 *
 * <p>Its own main class listens on all addresses of the machine; this one starts what that class
 * does on the loopback address, without the handler that compresses answers for clients that ask.
 */
final class ReferenceHttpServer {
  private ReferenceHttpServer() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    Path files = Files.createDirectories(directory.resolve("files"));
    String database = directory.resolve("catalog.db").toString();
    Map<String, String> properties =
        Map.of(
            CatalogProperties.URI,
            "jdbc:sqlite:"
                + database
                + "?journal_mode=WAL&synchronous=FULL&busy_timeout=60000&transaction_mode=IMMEDIATE",
            "jdbc.schema-version",
            "V1",
            CatalogProperties.WAREHOUSE_LOCATION,
            "file:" + files,
            CatalogProperties.FILE_IO_IMPL,
            LocalFileIO.class.getName(),
            LocalFileIO.ROOT,
            "file:" + files);
    try (JdbcCatalog catalog = new JdbcCatalog()) {
      catalog.initialize("reference", properties);
      Server server = new Server();
      ServerConnector connector = new ServerConnector(server);
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      ServletContextHandler handler = new ServletContextHandler();
      handler.addServlet(
          new ServletHolder(new RESTCatalogServlet(adapter(catalog, properties))), "/*");
      server.setHandler(handler);
      server.start();
      MeasuredServer.serveUntilEnd(connector.getLocalPort());
      server.stop();
    }
  }

  private static RESTCatalogAdapter adapter(Catalog catalog, Map<String, String> properties)
      throws ReflectiveOperationException {
    String prefix = RESTCatalogServer.class.getPackageName();
    Class<?> context = Class.forName(prefix + ".RESTCatalogServer$CatalogContext");
    Constructor<?> newContext = context.getDeclaredConstructor(Catalog.class, Map.class);
    newContext.setAccessible(true);
    Constructor<?> newAdapter =
        Class.forName(prefix + ".RESTServerCatalogAdapter").getDeclaredConstructor(context);
    newAdapter.setAccessible(true);
    return (RESTCatalogAdapter) newAdapter.newInstance(newContext.newInstance(catalog, properties));
  }
}
