package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import java.util.List;

/**
 * Rows of one kind in a database with ordered binary keys; what {@link KeyValueBackend} needs of
 * it.
 *
 * <p>Conflicts report the content of the row that is there, where the database returns it.
 */
public interface KeyValueTable {
  /** The rows with these different keys that exist, in any order. The read is strong. */
  List<KeyValueRow> read(List<Bytes> keys);

  /** Inserts a row with a token unless its key exists. */
  CasResult<Bytes> insert(KeyValueRow row);

  /** Replaces the row with the same key if it has the token {@code expected}. */
  CasResult<Bytes> swap(Token expected, KeyValueRow next);

  /**
   * Writes one batch of rows without token to {@code objects}, then swaps a row here. By default
   * these are two calls; override it together with {@link Backend#writesAndSwapsAtOnce}.
   */
  default CasResult<Bytes> writeAndSwap(
      KeyValueTable objects, List<KeyValueRow> rows, Token expected, KeyValueRow next) {
    objects.write(rows);
    return swap(expected, next);
  }

  /** Removes a row if it has the token {@code expected}. */
  CasResult<Bytes> remove(Bytes key, Token expected);

  /** Writes one batch of rows without token, in the order of their different keys. */
  void write(List<KeyValueRow> rows);

  /** Deletes one batch of rows, unless they have a token. */
  void delete(List<Bytes> keys);

  /** The first rows in the order of keys from {@code from} on and before {@code end}. */
  List<KeyValueRow> page(Bytes from, Bytes end, int limit);

  /**
   * Keys in their order, spread over all rows: at least {@code keys} if there are as many rows, or
   * all of them where that is cheap.
   */
  List<Bytes> sample(int keys);
}
