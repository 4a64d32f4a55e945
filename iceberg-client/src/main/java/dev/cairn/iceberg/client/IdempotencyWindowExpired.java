package dev.cairn.iceberg.client;

import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a request is unknown, and the server may have forgotten its key, so repeating it
 * could apply it twice. Look at the catalog to find out, and delete no file before.
 */
public final class IdempotencyWindowExpired extends IOException {
  private static final long serialVersionUID = 1L;

  private final UUID key;

  IdempotencyWindowExpired(String message, UUID key, @Nullable Throwable cause) {
    super(message, cause);
    this.key = key;
  }

  /** The key of the request. */
  public UUID key() {
    return key;
  }
}
