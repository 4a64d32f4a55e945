package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import org.junit.jupiter.api.Test;

/** Checks that the JMH benchmarks do what they claim. */
class MicroTest {
  @Test
  void anIndexHasItsKeysBeforeAndAfterUpdates() {
    IndexMicro micro = new IndexMicro();
    micro.keys = 500;
    micro.fill();
    for (int i = 0; i < 100; i++) {
      assertTrue(micro.get().isPresent());
      assertEquals(1, micro.update());
    }
    micro.close();
  }

  @Test
  void aValueIsTheSameAfterItWasStored() {
    for (boolean text : new boolean[] {true, false}) {
      CodecMicro micro = new CodecMicro();
      micro.length = 300;
      micro.text = text;
      micro.make();
      CodecMicro.Value value =
          text
              ? new CodecMicro.Value("x".repeat(300), Bytes.empty())
              : new CodecMicro.Value("", Bytes.wrap(new byte[300]));
      assertEquals(value, micro.decode());
      assertTrue(micro.encode().length() > 300);
    }
  }
}
