package dev.cairn.testkit.history;

import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A reference as a list: the head at version 1, at version 2, and so on. Every write appends what
 * is the head from then on, and every row that is seen names the heads at some versions. So no head
 * may vanish from the line, change its version or appear without having been written.
 */
public final class ReferenceLists {
  /** The value of a version without a head. */
  public static final long NO_HEAD = -1;

  private ReferenceLists() {}

  /** The calls of a reference's row as operations on its list. */
  public static List<ListCall> of(List<RowCall> calls) {
    List<ListCall> operations = new ArrayList<>();
    for (RowCall call : calls) {
      if (call.tells()) {
        operations.add(seen(call, (ReferenceRow) call.found()));
      } else if (call.answer() != RowCall.Answer.SILENT_CONFLICT) {
        operations.add(change(call, (ReferenceRow) call.put()));
      }
    }
    return operations;
  }

  private static ListCall change(RowCall call, @Nullable ReferenceRow put) {
    return put == null
        ? ListCall.clear(call.client(), call.invoked(), call.returned())
        : ListCall.append(
            call.client(),
            head(put),
            OptionalInt.of((int) put.version()),
            call.invoked(),
            call.returned());
  }

  private static ListCall seen(RowCall call, @Nullable ReferenceRow found) {
    Map<Integer, Long> seen = new HashMap<>();
    if (found != null) {
      for (HeadVersion earlier : found.earlierHeads().heads()) {
        seen.put((int) earlier.version(), earlier.headId());
      }
      seen.put((int) found.version(), head(found));
    }
    OptionalInt length = OptionalInt.of(found == null ? 0 : (int) found.version());
    return ListCall.read(call.client(), seen, length, call.invoked(), call.returned());
  }

  private static long head(ReferenceRow row) {
    return row.headId().orElse(NO_HEAD);
  }
}
