package dev.cairn.cli.output;

import dev.cairn.cli.Console;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Tells people how far something is: a bar that is drawn over and over on a terminal, a line now
 * and then elsewhere. Any thread may say how far it is.
 */
public final class ProgressBar implements AutoCloseable {
  private static final long REDRAW = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long FIRST = TimeUnit.SECONDS.toNanos(1);
  private static final long REPEAT = TimeUnit.SECONDS.toNanos(5);
  private static final int BAR = 30;

  private final Console console;
  private final String what;
  private final long total;
  private final long begin = System.nanoTime();
  private long nextLine;
  private long done;
  private boolean isDrawn;

  /**
   * @param what what is counted, such as {@code tables}
   * @param total how many there are; 0 if unknown
   */
  public ProgressBar(Console console, String what, long total) {
    this.console = console;
    this.what = what;
    this.total = total;
    this.nextLine = begin + (console.isErrDrawable() ? 0 : FIRST);
  }

  /** Says how many are done. */
  public synchronized void at(long number) {
    done = Math.max(done, number);
    long now = System.nanoTime();
    if (now - nextLine >= 0) {
      nextLine = now + (console.isErrDrawable() ? REDRAW : REPEAT);
      draw();
    }
  }

  private void draw() {
    if (console.isErrDrawable()) {
      console.err().print("\r" + line() + "\u001b[K");
      console.err().flush();
      isDrawn = true;
    } else {
      console.say(line());
    }
  }

  private String line() {
    double seconds = Math.max(1e-3, (System.nanoTime() - begin) / 1e9);
    String rate = String.format(Locale.ROOT, "%,.0f/s", done / seconds);
    if (total <= 0) {
      return String.format(Locale.ROOT, "%,d %s, %s", done, what, rate);
    }
    String count = String.format(Locale.ROOT, "%,d of %,d %s, %s", done, total, what, rate);
    if (!console.isErrDrawable()) {
      return count;
    }
    int filled = (int) Math.min(BAR, BAR * done / total);
    return "[" + "#".repeat(filled) + " ".repeat(BAR - filled) + "] " + count;
  }

  /** How long it took. */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Wipes the bar off the terminal; elsewhere nothing. */
  @Override
  public synchronized void close() {
    if (isDrawn) {
      console.err().print("\r\u001b[K");
      console.err().flush();
    }
  }
}
