package dev.cairn.core.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;

/** Takes an export row by row: the header, then records and objects, then references, the end. */
interface Receiver {
  void begin(Header header);

  /** An updateable row; its token means nothing here. */
  void record(ObjectRow row);

  void object(ObjectKey key, Bytes value);

  /** A reference; its token means nothing here. */
  void reference(ReferenceRow row);

  /** All has come, and this is how much. */
  void end(Counts counts);
}
