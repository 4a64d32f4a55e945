package dev.cairn.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectedTest {
  // A generator flushes when its buffer of some 8,000 bytes is full, and hands out the same array.
  @Test
  void aValueOfAnySizeIsCollectedCompletely() throws IOException {
    ObjectMapper mapper = SmileConfiguration.newMapper();
    for (int size : List.of(0, 1, 100, 7_980, 7_990, 8_000, 8_010, 16_000, 16_010, 1_000_000)) {
      byte[] binary = new byte[size];
      Arrays.fill(binary, (byte) size);
      for (Object value : List.of(binary, "x".repeat(size), List.of("a", binary, "b".repeat(9)))) {
        Collected out = new Collected();
        mapper.writeValue(out, value);
        assertEquals(Bytes.wrap(mapper.writeValueAsBytes(value)), out.toBytes(), size + " bytes");
      }
    }
  }

  @Test
  void whatComesInPartsIsJoinedAndNotShared() {
    Collected out = new Collected();
    assertEquals(Bytes.empty(), out.toBytes());
    byte[] part = {1, 2, 3, 4};
    out.write(part, 1, 2);
    part[1] = 9;
    out.write(7);
    out.write(part, 0, 4);
    assertEquals(Bytes.ofHex("0203070109" + "0304"), out.toBytes());
  }
}
