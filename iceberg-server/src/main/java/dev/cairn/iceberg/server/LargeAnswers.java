package dev.cairn.iceberg.server;

import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestOperation;
import dev.cairn.iceberg.server.rest.RestReply;

/**
 * Keeps memory for answers until clients have received them. The number of connections is bound
 * enough for small ones.
 */
final class LargeAnswers {
  private static final long SMALL_BYTES = 64 << 10;

  private final MemoryBudget budget;
  private final ServerMeters meters;

  LargeAnswers(MemoryBudget budget, ServerMeters meters) {
    this.budget = budget;
    this.meters = meters;
  }

  /** Whether so much waits to be received that nothing may be done that must be answered. */
  boolean isFull() {
    return budget.isFullOfAnswers();
  }

  /**
   * The answer to be sent: {@code reply}, or a refusal for now. What a mutation has done is always
   * told.
   */
  RestReply admit(HttpExchange exchange, RestOperation operation, RestReply reply) {
    long length = length(reply.body());
    if (length > SMALL_BYTES) {
      if (operation.isMutation()) {
        budget.takeAnyway(length);
      } else if (!budget.takeForAnswer(length)) {
        meters.limited(BodyReader.End.NO_MEMORY);
        return RestErrors.busy();
      }
      exchange.onEnd(() -> budget.releaseOfAnswer(length));
    }
    return reply.body() instanceof RestReply.Deferred deferred
        ? reply.withBody(new RestReply.Full(deferred.bytes()))
        : reply;
  }

  private static long length(RestReply.Body body) {
    if (body instanceof RestReply.Full full) {
      return full.bytes().length();
    }
    return body instanceof RestReply.Deferred deferred ? deferred.length() : 0;
  }
}
