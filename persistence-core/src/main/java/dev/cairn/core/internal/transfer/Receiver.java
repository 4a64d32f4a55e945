package dev.cairn.core.internal.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;

/** Receives an export row by row: the header, records and objects, references, the end. */
interface Receiver {
  void begin(Header header);

  /** Receives an updateable row; its token has no meaning here. */
  void record(ObjectRow row);

  void object(ObjectKey key, Bytes value);

  /** Receives a reference; its token has no meaning here. */
  void reference(ReferenceRow row);

  /** Receives the end, with the counts of everything before it. */
  void end(ExportCounts counts);
}
