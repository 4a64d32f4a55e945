package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.util.Optional;

/**
 * A row as bytes under a byte key.
 *
 * @param key as {@link RowKeys} encodes it
 * @param token what conditional writes compare; none for immutable objects
 * @param content as {@link RowFormat} encodes it, with the same token
 */
public record KeyValueRow(Bytes key, Optional<Bytes> token, Bytes content) {}
