package dev.cairn.backend.mongodb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Speaks MongoDB's protocol and gives scripted replies. To the driver it is the primary of a
 * current replica set, with sessions and retryable writes.
 */
final class ScriptedMongoDb implements AutoCloseable {
  private static final int OP_REPLY = 1;
  private static final int OP_QUERY = 2004;
  private static final int OP_MSG = 2013;
  private static final int HEADER_BYTES = 16;

  // Commands that the driver sends by itself.
  private static final Set<String> HELLO = Set.of("hello", "ismaster", "isMaster");
  private static final Set<String> UNIMPORTANT = Set.of("ping", "endSessions", "killCursors");

  private final ServerSocket listener;
  private final AtomicInteger replies = new AtomicInteger();
  private final List<BsonDocument> commands = new CopyOnWriteArrayList<>();
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private volatile Function<BsonDocument, Optional<BsonDocument>> script =
      command -> Optional.of(BsonDocument.parse("{ok: 1}"));

  ScriptedMongoDb() {
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::acceptAll);
  }

  String uri() {
    return "mongodb://" + address() + "/?replicaSet=rs&retryWrites=true";
  }

  private String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Answers every command with {@code reply}. */
  void answer(String reply) {
    answer(command -> Optional.of(BsonDocument.parse(reply)));
  }

  /** Answers commands; without a reply it closes the connection. */
  void answer(Function<BsonDocument, Optional<BsonDocument>> replies) {
    commands.clear();
    script = replies;
  }

  /** The commands since {@link #answer}, without those that the driver sends by itself. */
  List<BsonDocument> commands() {
    return commands.stream().filter(each -> !UNIMPORTANT.contains(each.getFirstKey())).toList();
  }

  /** All commands of the name {@code name} since {@link #answer}. */
  List<BsonDocument> commands(String name) {
    return commands.stream().filter(each -> each.getFirstKey().equals(name)).toList();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.add(socket);
        start(() -> serve(socket));
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private static void start(Runnable body) {
    Thread thread = new Thread(body, "scripted");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      while (serveOne(in, socket.getOutputStream())) {
        // Until one side closes.
      }
    } catch (IOException e) {
      // Reset by one side.
    }
  }

  private boolean serveOne(InputStream in, OutputStream out) throws IOException {
    byte[] first = in.readNBytes(HEADER_BYTES);
    if (first.length < HEADER_BYTES) {
      return false;
    }
    ByteBuffer header = littleEndian(first);
    byte[] body = in.readNBytes(header.getInt(0) - HEADER_BYTES);
    int request = header.getInt(4);
    if (header.getInt(12) == OP_QUERY) {
      send(out, request, OP_REPLY, hello());
      return true;
    }
    // Flags and the kind of the first section come before the command.
    BsonDocument command = document(body, 5);
    if (HELLO.contains(command.getFirstKey())) {
      send(out, request, OP_MSG, hello());
      return true;
    }
    commands.add(command);
    Optional<BsonDocument> reply =
        UNIMPORTANT.contains(command.getFirstKey())
            ? Optional.of(BsonDocument.parse("{ok: 1}"))
            : script.apply(command);
    if (reply.isPresent()) {
      send(out, request, OP_MSG, reply.get());
    }
    return reply.isPresent();
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static BsonDocument document(byte[] bytes, int at) {
    return new RawBsonDocument(bytes, at, littleEndian(bytes).getInt(at))
        .decode(new BsonDocumentCodec());
  }

  private void send(OutputStream out, int request, int kind, BsonDocument document)
      throws IOException {
    BasicOutputBuffer encoded = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(encoded), document, EncoderContext.builder().build());
    byte[] bytes = encoded.toByteArray();
    int before = kind == OP_MSG ? 5 : 20;
    byte[] whole = new byte[HEADER_BYTES + before + bytes.length];
    ByteBuffer message = littleEndian(whole);
    message.putInt(whole.length).putInt(replies.incrementAndGet()).putInt(request);
    message.putInt(kind);
    if (kind == OP_REPLY) {
      // Flags, cursor, position, number of documents.
      message.putInt(8).putLong(0).putInt(0).putInt(1);
    }
    System.arraycopy(bytes, 0, whole, HEADER_BYTES + before, bytes.length);
    out.write(whole);
    out.flush();
  }

  private BsonDocument hello() {
    return BsonDocument.parse(
        """
        {ok: 1, helloOk: true, ismaster: true, isWritablePrimary: true, secondary: false,
         setName: 'rs', setVersion: 1, me: '%1$s', primary: '%1$s', hosts: ['%1$s'],
         maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000, maxWriteBatchSize: 100000,
         logicalSessionTimeoutMinutes: 30, minWireVersion: 0, maxWireVersion: 21}"""
            .formatted(address()));
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
