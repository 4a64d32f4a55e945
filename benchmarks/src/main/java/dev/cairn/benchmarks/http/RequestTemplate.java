package dev.cairn.benchmarks.http;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * A request that differs from one time to the next only in a number and, if it has one, in its key.
 */
final class RequestTemplate {
  /** Where the number goes. */
  static final String NUMBER = "0000000000";

  /** Where the key goes. */
  static final String KEY = "00000000-0000-4000-8000-000000000000";

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final byte[] request;
  private final int number;
  private final int key;
  private final SplittableRandom random = new SplittableRandom();

  RequestTemplate(byte[] request) {
    this.request = request;
    String text = new String(request, StandardCharsets.ISO_8859_1);
    this.number = text.indexOf(NUMBER, text.indexOf("\r\n\r\n"));
    this.key = text.indexOf(KEY);
  }

  /** The next request, in the same bytes. */
  byte[] next(long value) {
    if (number >= 0) {
      long rest = value;
      for (int i = NUMBER.length() - 1; i >= 0; i--) {
        request[number + i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
    if (key >= 0) {
      putRandom(0, 8);
      putRandom(9, 4);
      putRandom(15, 3);
      putRandom(20, 3);
      putRandom(24, 12);
    }
    return request;
  }

  private void putRandom(int offset, int digits) {
    long bits = random.nextLong();
    for (int i = 0; i < digits; i++) {
      request[key + offset + i] = DIGITS[(int) (bits >>> (4 * i)) & 15];
    }
  }
}
