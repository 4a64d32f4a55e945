package dev.cairn.iceberg.server;

/**
 * The memory that bodies and large answers of requests in progress may take together.
 *
 * <p>Answers may take half of it, so that clients which do not read cannot keep others from
 * writing.
 */
final class MemoryBudget {
  private final long limit;
  private long bodies;
  private long answers;

  MemoryBudget(long limit) {
    this.limit = limit;
  }

  long limit() {
    return limit;
  }

  synchronized boolean takeForBody(long bytes) {
    if (bytes > 0 && bodies + answers + bytes > limit) {
      return false;
    }
    bodies += bytes;
    return true;
  }

  synchronized void releaseOfBody(long bytes) {
    bodies -= bytes;
  }

  /** Takes memory for an answer. A single one may be of any size: it could never be read else. */
  synchronized boolean takeForAnswer(long bytes) {
    boolean fits = answers + bytes <= limit / 2 && bodies + answers + bytes <= limit;
    if (answers > 0 && !fits) {
      return false;
    }
    answers += bytes;
    return true;
  }

  /** Takes memory for an answer that has to be given, whether it fits or not. */
  synchronized void takeAnyway(long bytes) {
    answers += bytes;
  }

  synchronized void releaseOfAnswer(long bytes) {
    answers -= bytes;
  }

  /** Whether answers alone have taken everything. */
  synchronized boolean isFullOfAnswers() {
    return answers > limit;
  }

  synchronized long taken() {
    return bodies + answers;
  }
}
