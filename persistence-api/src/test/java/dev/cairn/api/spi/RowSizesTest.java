package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import org.junit.jupiter.api.Test;

/** The constants that columns are made for, on the longest keys and rows there are. */
class RowSizesTest {
  private static final Scope LONGEST =
      new Scope("t".repeat(Scope.MAX_ID_BYTES), "c".repeat(Scope.MAX_ID_BYTES));
  private static final ObjectKey OBJECT =
      new ObjectKey(LONGEST, "o".repeat(ObjectKey.MAX_TYPE_BYTES), ObjectId.ofName("name"));

  @Test
  void longestKeysFillTheirColumns() {
    ReferenceKey reference = new ReferenceKey(LONGEST, "r".repeat(ReferenceKey.MAX_NAME_BYTES));
    assertEquals(325, RowKeys.MAX_OBJECT_KEY_BYTES);
    assertEquals(RowKeys.MAX_OBJECT_KEY_BYTES, RowKeys.encode(OBJECT).length());
    assertEquals(516, RowKeys.MAX_REFERENCE_KEY_BYTES);
    assertEquals(RowKeys.MAX_REFERENCE_KEY_BYTES, RowKeys.encode(reference).length());
  }

  @Test
  void aRowWithAllFieldsHasTheMostOverhead() {
    Bytes value = Bytes.ofUtf8("value");
    ObjectRow row =
        ObjectRow.expiring(OBJECT, value, new Token(1, 2), Long.MAX_VALUE, Long.MAX_VALUE);
    assertEquals(
        RowFormat.MAX_OBJECT_OVERHEAD_BYTES, RowFormat.encode(row).length() - value.length());
  }
}
