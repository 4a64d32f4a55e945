package dev.cairn.simulation.broken;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client of a {@link TcpStore}, sound or broken in what it makes of errors. */
final class TcpBackend extends ForwardingBackend {
  private final TcpStore store;
  private final InetSocketAddress address;
  private final Duration patience;
  private final NetworkVariant variant;
  private @Nullable Socket socket;

  TcpBackend(TcpStore store, InetSocketAddress address, Duration patience, NetworkVariant variant) {
    super(store.rows());
    this.store = store;
    this.address = address;
    this.patience = patience;
    this.variant = variant;
  }

  /** Has the server make {@code call}, and brings what it gave. */
  private synchronized <T> T remote(String tenant, Supplier<T> call) throws IOException {
    AtomicReference<T> reply = new AtomicReference<>();
    long number = store.add(() -> reply.set(call.get()));
    Socket connected = socket;
    if (connected == null) {
      connected = new Socket(address.getAddress(), address.getPort());
      connected.setSoTimeout((int) patience.toMillis());
      socket = connected;
    }
    try {
      String request = number + " " + tenant + "\n";
      connected.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      for (int next = 0; next != '\n'; ) {
        next = connected.getInputStream().read();
        if (next < 0) {
          throw new EOFException("no reply");
        }
      }
      return reply.get();
    } catch (IOException e) {
      connected.close();
      if (variant != NetworkVariant.STAYS_BROKEN) {
        socket = null;
      }
      throw e;
    }
  }

  private <R> CasResult<R> write(String tenant, Supplier<CasResult<R>> call) {
    try {
      return remote(tenant, call);
    } catch (IOException e) {
      return variant.outcome(e);
    }
  }

  private <T> T read(String tenant, Supplier<T> call, T nothing) {
    try {
      return remote(tenant, call);
    } catch (IOException e) {
      if (variant == NetworkVariant.NOTHING) {
        return nothing;
      }
      throw new BackendUnavailableException("not read: " + e, e);
    }
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return write(row.key().scope().tenantId(), () -> super.insertReference(row));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    return write(next.key().scope().tenantId(), () -> super.swapReference(expected, next));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return write(key.scope().tenantId(), () -> super.removeReference(key, expected));
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    return write(row.key().scope().tenantId(), () -> super.insert(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    return write(next.key().scope().tenantId(), () -> super.swap(expected, next));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return write(key.scope().tenantId(), () -> super.deleteIf(key, expected));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return read(key.scope().tenantId(), () -> super.readReference(key, mode), Optional.empty());
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    return read(
        keys.get(0).scope().tenantId(),
        () -> super.fetch(keys, mode),
        keys.stream().map(key -> Optional.<ObjectRow>empty()).toList());
  }

  @Override
  public Health health() {
    try {
      return remote("health", super::health);
    } catch (IOException e) {
      return new Health(false, "" + e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // Closed already.
    }
  }
}
