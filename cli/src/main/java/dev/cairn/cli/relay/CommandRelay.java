package dev.cairn.cli.relay;

import dev.cairn.api.config.Configuration;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Console;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Interruption;
import dev.cairn.cli.Prompt;
import dev.cairn.iceberg.server.CommandSecret;
import dev.cairn.iceberg.server.OperatorCommands;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Has the server that has a store open run a command, and shows what it prints. */
public final class CommandRelay {
  /**
   * For the first byte of an answer. A server that works answers at once, whatever it does then.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerNote note;
  private final Path directory;
  private final Configuration configuration;
  private final CommandSecret secret;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(PATIENCE)
          .build();

  private CommandRelay(ServerNote note, Path directory, Configuration configuration) {
    this.note = note;
    this.directory = directory;
    this.configuration = configuration;
    this.secret = CommandSecret.of(note.secret());
  }

  /** A relay to the server that has the configured store; empty if there is none. */
  public static Optional<CommandRelay> find(Configuration configuration) {
    return ServerNote.directory(configuration)
        .flatMap(
            directory ->
                ServerNote.find(directory)
                    .map(note -> new CommandRelay(note, directory, configuration)));
  }

  /**
   * Runs a command.
   *
   * @return its exit code
   * @throws CommandException if the server did not run it, or its end is unknown
   */
  public int run(Console console, Interruption interruption, String... arguments) {
    try {
      checkServer();
      CommandCall call =
          new CommandCall(
              ServerNote.key(directory),
              List.of(arguments),
              Path.of("").toAbsolutePath().toString(),
              settings(),
              "",
              console.isOutColored(),
              console.isErrDrawable(),
              console.width().orElse(0));
      ReplyFrame end = send(call, console, interruption);
      // What is to be confirmed may have changed by the time of the answer. Then it is asked again.
      while (end.kind() == ReplyFrame.Kind.QUESTION) {
        Prompt.confirm(console, interruption, end.text());
        end = send(call.confirming(end.text()), console, interruption);
      }
      return code(end);
    } catch (IOException e) {
      throw unavailable("%s does not answer (%s); repeat the command".formatted(note, e), e);
    }
  }

  private Map<String, String> settings() {
    Map<String, String> origins = configuration.origins();
    Map<String, String> given = new TreeMap<>(configuration.describe());
    given.keySet().removeIf(key -> "default".equals(origins.get(key)));
    return given;
  }

  /** Another program may have the port of a server that has just stopped; it gets no secret. */
  private void checkServer() throws IOException {
    String challenge = CommandSecret.create().text();
    HttpResponse<InputStream> answer =
        exchange(request().header(OperatorCommands.CHALLENGE, challenge).GET());
    try (InputStream body = answer.body()) {
      String proof = new String(body.readNBytes(1_000), StandardCharsets.UTF_8);
      if (answer.statusCode() != 200 || !secret.proof(challenge).equals(proof.strip())) {
        throw unavailable(
            "what listens at %s is not the server that has the store in %s; if that stops now, repeat the command, otherwise stop it"
                .formatted(note.uri(), directory),
            null);
      }
    }
  }

  private ReplyFrame send(CommandCall call, Console console, Interruption interruption)
      throws IOException {
    HttpRequest.Builder request =
        request()
            .header(OperatorCommands.SECRET, note.secret())
            .header("Content-Type", OperatorCommands.TYPE)
            .POST(HttpRequest.BodyPublishers.ofByteArray(call.toBytes()));
    HttpResponse<InputStream> answer = exchange(request);
    try (InputStream body = answer.body()) {
      if (answer.statusCode() != 200) {
        String reason = new String(body.readNBytes(1_000), StandardCharsets.UTF_8);
        throw unavailable("%s did not take the command: %s".formatted(note, reason.strip()), null);
      }
      interruption.opened(body);
      try {
        return interruption.whileIdle(() -> show(new DataInputStream(body), console));
      } finally {
        interruption.closed(body);
      }
    }
  }

  private ReplyFrame show(DataInputStream in, Console console) {
    try {
      for (Optional<ReplyFrame> next = ReplyFrame.read(in);
          next.isPresent();
          next = ReplyFrame.read(in)) {
        ReplyFrame frame = next.get();
        switch (frame.kind()) {
          case OUTPUT -> {
            console.out().write(frame.content(), 0, frame.content().length);
            console.out().flush();
          }
          case MESSAGE -> {
            console.err().write(frame.content(), 0, frame.content().length);
            console.err().flush();
          }
          case ALIVE -> {}
          case QUESTION, STOPPED, REFUSED, EXIT -> {
            return frame;
          }
        }
      }
      throw ended(null);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private CommandException ended(@Nullable IOException cause) {
    return unavailable(
        "%s ended before the command did; look whether it took effect before you repeat it"
            .formatted(note),
        cause);
  }

  private int code(ReplyFrame end) {
    return switch (end.kind()) {
      case EXIT -> Integer.parseInt(end.text());
      case STOPPED ->
          throw unavailable(
              "%s stops and interrupted the command; repeat it".formatted(note), null);
      default -> throw unavailable("%s refused the command: %s".formatted(note, end.text()), null);
    };
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(URI.create(note.uri() + OperatorCommands.PATH)).timeout(PATIENCE);
  }

  private HttpResponse<InputStream> exchange(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
    }
  }

  private static CommandException unavailable(String message, @Nullable Exception cause) {
    return cause == null
        ? new CommandException(ExitCode.UNAVAILABLE, message)
        : new CommandException(ExitCode.UNAVAILABLE, message, cause);
  }
}
