package dev.cairn.iceberg.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Lets the tool of this machine, which knows the secret, run commands, and no other client: not
 * another machine, not another user, not a page in a browser.
 */
final class CommandRequests implements AutoCloseable {
  /** Commands at a time. Each has threads of its own, so that health and metrics go on. */
  static final int COMMANDS = 8;

  /** More than any command line has. */
  static final int MAX_BODY = 4 << 20;

  private static final int MAX_CHALLENGE = 200;

  /** Headers that browsers add and the tool does not. */
  private static final String[] OF_BROWSERS = {"Origin", "Referer", "Sec-Fetch-Site", "Cookie"};

  private static final System.Logger LOG = System.getLogger(CommandRequests.class.getName());

  private final OperatorCommands commands;
  private final Semaphore slots = new Semaphore(COMMANDS);
  private final ExecutorService workers = Executors.newCachedThreadPool(CommandRequests::thread);

  /** What is wrong with a request. */
  private record Refusal(int status, String text) {}

  CommandRequests(OperatorCommands commands) {
    this.commands = commands;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "cairn-command");
    thread.setDaemon(true);
    return thread;
  }

  boolean handle(Request request, Response response, Callback callback) {
    Refusal wrong = wrong(request);
    if (wrong != null) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
      return ManagementRequests.send(response, callback, wrong.status, wrong.text);
    }
    if (request.getMethod().equals("GET")) {
      String challenge = header(request, OperatorCommands.CHALLENGE);
      return ManagementRequests.send(
          response, callback, 200, commands.secret().proof(challenge) + "\n");
    }
    if (!slots.tryAcquire()) {
      return ManagementRequests.send(response, callback, 503, "too many commands at a time\n");
    }
    try {
      workers.execute(() -> run(request, response, callback));
    } catch (RejectedExecutionException e) {
      slots.release();
      return ManagementRequests.send(response, callback, 503, "the server stops\n");
    }
    return true;
  }

  private @Nullable Refusal wrong(Request request) {
    if (!isFromHere(request) || isFromBrowser(request)) {
      return new Refusal(403, "commands come from the tool on the same machine\n");
    }
    switch (request.getMethod()) {
      case "GET" -> {
        String challenge = header(request, OperatorCommands.CHALLENGE);
        boolean isFit = !challenge.isEmpty() && challenge.length() <= MAX_CHALLENGE;
        return isFit ? null : new Refusal(400, "there is no challenge\n");
      }
      case "POST" -> {
        if (!commands.secret().matches(header(request, OperatorCommands.SECRET))) {
          return new Refusal(401, "the secret is missing or wrong\n");
        }
        if (!header(request, HttpHeader.CONTENT_TYPE.asString()).equals(OperatorCommands.TYPE)) {
          return new Refusal(415, "the type of a command is " + OperatorCommands.TYPE + "\n");
        }
        if (request.getLength() < 0 || request.getLength() > MAX_BODY) {
          return new Refusal(413, "the command is too long\n");
        }
        Optional<String> refusal = commands.refusal();
        return refusal.map(text -> new Refusal(503, text + "\n")).orElse(null);
      }
      default -> {
        return new Refusal(405, "use POST\n");
      }
    }
  }

  private static String header(Request request, String name) {
    String value = request.getHeaders().get(name);
    return value == null ? "" : value;
  }

  private static boolean isFromBrowser(Request request) {
    for (String each : OF_BROWSERS) {
      if (request.getHeaders().contains(each)) {
        return true;
      }
    }
    return false;
  }

  /** A connection of this machine to itself has the same address at both ends, or loopback. */
  private static boolean isFromHere(Request request) {
    Optional<InetAddress> remote =
        address(request.getConnectionMetaData().getRemoteSocketAddress());
    Optional<InetAddress> local = address(request.getConnectionMetaData().getLocalSocketAddress());
    return remote.isPresent() && (remote.get().isLoopbackAddress() || remote.equals(local));
  }

  private static Optional<InetAddress> address(@Nullable SocketAddress socket) {
    return socket instanceof InetSocketAddress internet
        ? Optional.ofNullable(internet.getAddress())
        : Optional.empty();
  }

  private void run(Request request, Response response, Callback callback) {
    try {
      byte[] body;
      try (InputStream in = Content.Source.asInputStream(request)) {
        body = in.readNBytes(MAX_BODY);
      }
      response.setStatus(200);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
      OutputStream out = Content.Sink.asOutputStream(response);
      commands.run(body, out);
      out.close();
      callback.succeeded();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the tool went away before its command ended", e);
      callback.failed(e);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "a command failed", e);
      callback.failed(e);
    } finally {
      slots.release();
    }
  }

  /** Starts no further command. */
  @Override
  public void close() {
    workers.shutdown();
  }
}
