package dev.cairn.backend.cassandra;

import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_SERIAL;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.SERIAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverExecutionException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.connection.CrcMismatchException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.CDCWriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ProtocolError;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.TruncateException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.type.codec.CodecNotFoundException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.SchemaMismatchException;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The meaning of each driver exception for a conditional write. */
class FailuresTest {
  static final Node NODE = node();
  private static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("node", 1);

  /** The write was not executed, and will not be. */
  static final List<Throwable> NOTHING_DONE =
      List.of(
          new UnavailableException(NODE, LOCAL_SERIAL, 2, 1),
          new UnavailableException(NODE, SERIAL, 2, 1),
          new OverloadedException(NODE, "Request breached global limit of 1 bytes/second"),
          new BootstrappingException(NODE),
          new InvalidQueryException(NODE, "unconfigured table"),
          new InvalidConfigurationInQueryException(NODE, "no"),
          new SyntaxError(NODE, "no"),
          new UnauthorizedException(NODE, "no MODIFY permission"),
          new AlreadyExistsException(NODE, "keyspace", "table"),
          new InvalidKeyspaceException("no"),
          new NodeUnavailableException(NODE),
          new NoNodeAvailableException(),
          new BusyConnectionException(1024),
          new ConnectionInitException("no", null),
          new RequestThrottlingException("no"),
          UnsupportedProtocolVersionException.forNegotiation(null, List.of()),
          all(new NodeUnavailableException(NODE), new ClosedChannelException()),
          all(new UnavailableException(NODE, LOCAL_SERIAL, 2, 1), new BusyConnectionException(1)));

  /** It may have been executed, or may be. */
  static final List<Throwable> UNKNOWN =
      List.of(
          new CASWriteUnknownException(NODE, SERIAL, 1, 2),
          new WriteTimeoutException(NODE, LOCAL_SERIAL, 0, 2, DefaultWriteType.CAS),
          new WriteTimeoutException(NODE, LOCAL_QUORUM, 1, 2, DefaultWriteType.SIMPLE),
          new WriteFailureException(NODE, LOCAL_SERIAL, 1, 2, DefaultWriteType.CAS, 1, Map.of()),
          new CDCWriteFailureException(NODE),
          new ReadTimeoutException(NODE, LOCAL_SERIAL, 1, 2, false),
          new ReadFailureException(NODE, LOCAL_SERIAL, 1, 2, 1, false, Map.of()),
          new FunctionFailureException(NODE, "no"),
          new TruncateException(NODE, "no"),
          new ServerError(NODE, "no"),
          new ProtocolError(NODE, "Unknown error code: 5888"),
          // The replicas have agreed, and too few are left to commit it.
          new UnavailableException(NODE, LOCAL_QUORUM, 2, 1),
          new OverloadedException(NODE, "Too many in flight hints: 1 destination: node"),
          new DriverTimeoutException("no answer"),
          new HeartbeatException(ADDRESS, "no answer", null),
          new ClosedConnectionException("lost"),
          new FrameTooLongException(ADDRESS, "no"),
          new CrcMismatchException("no"),
          new DriverExecutionException(new IOException("no")),
          new CodecNotFoundException(null, null),
          new IOException("no"),
          new ClosedChannelException(),
          new IllegalStateException("no"),
          all(new NodeUnavailableException(NODE), new ClosedConnectionException("lost")),
          all(new WriteTimeoutException(NODE, SERIAL, 0, 2, DefaultWriteType.CAS)),
          all(new CASWriteUnknownException(NODE, SERIAL, 1, 2)),
          all(new DriverTimeoutException("no answer"), new NodeUnavailableException(NODE)),
          all(new IOException("Connection reset by peer")));

  private final CassandraFailures failures =
      new CassandraFailures(TestSettings.anywhere().settings());

  @TestFactory
  Stream<DynamicTest> nothingWasDone() {
    return each(NOTHING_DONE, true);
  }

  @TestFactory
  Stream<DynamicTest> nobodyKnows() {
    return each(UNKNOWN, false);
  }

  private static Stream<DynamicTest> each(List<Throwable> failures, boolean nothing) {
    return failures.stream()
        .map(
            failure ->
                DynamicTest.dynamicTest(
                    failure.toString(),
                    () -> assertEquals(nothing, CassandraFailures.isCertainlyNothing(failure))));
  }

  // A driver release with a new exception needs a decision here.
  @Test
  void everyExceptionOfTheDriverIsJudged() throws IOException, URISyntaxException {
    Set<String> judged = new TreeSet<>(ELSEWHERE);
    Stream.concat(NOTHING_DONE.stream(), UNKNOWN.stream())
        .forEach(failure -> judged.add(failure.getClass().getName()));
    Set<String> left = new TreeSet<>();
    Path jar =
        Path.of(CqlSession.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith("com/datastax/oss/driver/api/core/"))
          .filter(name -> name.endsWith("Exception.class") || name.endsWith("Error.class"))
          .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
          .filter(FailuresTest::isConcrete)
          .forEach(left::add);
    }
    assertTrue(left.size() > 20, () -> "found only " + left);
    left.removeAll(judged);
    assertEquals(Set.of(), left);
  }

  // Their constructors are private to the driver, or they never end a request.
  private static final Set<String> ELSEWHERE =
      Set.of("com.datastax.oss.driver.api.core.auth.AuthenticationException");

  private static boolean isConcrete(String name) {
    try {
      Class<?> type = Class.forName(name);
      return DriverException.class.isAssignableFrom(type)
          && !Modifier.isAbstract(type.getModifiers());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatNeedsAnOperatorSaysSo() {
    assertInstanceOf(
        SchemaMismatchException.class,
        failures.of(new InvalidQueryException(NODE, "unconfigured table")));
    var denied = failures.of(new UnauthorizedException(NODE, "User x has no MODIFY permission"));
    assertInstanceOf(BackendUnavailableException.class, denied);
    assertTrue(denied.getMessage().contains("Grant"), denied::getMessage);
    var tooFew = failures.of(all(new UnavailableException(NODE, LOCAL_QUORUM, 2, 1)));
    assertInstanceOf(BackendUnavailableException.class, tooFew);
    assertTrue(tooFew.getMessage().contains("Start nodes"), tooFew::getMessage);
    assertInstanceOf(
        BackendUnavailableException.class, failures.of(new DriverTimeoutException("no answer")));
  }

  @Test
  void onlyWhatASmallerQuestionCouldMendIsTooMuch() {
    assertTrue(
        CassandraFailures.isTooMuch(new ReadTimeoutException(NODE, LOCAL_QUORUM, 1, 2, false)));
    assertTrue(
        CassandraFailures.isTooMuch(
            all(new ReadFailureException(NODE, LOCAL_QUORUM, 1, 2, 1, false, Map.of()))));
    assertTrue(CassandraFailures.isTooMuch(new DriverTimeoutException("no answer")));
    assertEquals(
        false, CassandraFailures.isTooMuch(new UnavailableException(NODE, LOCAL_QUORUM, 2, 1)));
  }

  private static AllNodesFailedException all(Throwable... errors) {
    return AllNodesFailedException.fromErrors(
        Stream.of(errors).map(error -> Map.entry(NODE, error)).toList());
  }

  private static Node node() {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> 1;
                  case "equals" -> proxy == arguments[0];
                  case "toString" -> "node";
                  default -> null;
                });
  }
}
