package dev.cairn.testkit.server;

/** Finds a byte string in a stream that comes in pieces, also where it is spread over two. */
final class Search {
  private final byte[] text;
  // For each length of a part that was found: what is found still if the next byte does not fit.
  private final int[] fallback;
  private int found;

  Search(byte[] text) {
    this.text = text;
    fallback = new int[text.length + 1];
    int length = 0;
    for (int end = 1; end < text.length; end++) {
      while (length > 0 && text[end] != text[length]) {
        length = fallback[length];
      }
      if (text[end] == text[length]) {
        length++;
      }
      fallback[end + 1] = length;
    }
  }

  /** How often the text ends within the first {@code length} bytes of {@code piece}. */
  int count(byte[] piece, int length) {
    int count = 0;
    for (int i = 0; i < length; i++) {
      while (found > 0 && text[found] != piece[i]) {
        found = fallback[found];
      }
      if (text[found] == piece[i]) {
        found++;
      }
      if (found == text.length) {
        count++;
        found = fallback[found];
      }
    }
    return count;
  }
}
