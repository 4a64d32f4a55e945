package dev.cairn.backend.dynamodb;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Refuses replies that do not say how long they are. To the HTTP client the end of a connection
 * ends the headers too, and to the SDK an empty body is an item that is not there: a reply that was
 * cut inside its headers would deny a row. With its length known, a reply that is cut later fails
 * by itself.
 */
final class WholeReplies implements ExecutionInterceptor {
  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    SdkHttpResponse response = context.httpResponse();
    if (response.firstMatchingHeader("Content-Length").isEmpty()
        && response.firstMatchingHeader("Transfer-Encoding").isEmpty()) {
      throw SdkClientException.create(
          "the reply with status %d ends inside its headers".formatted(response.statusCode()));
    }
  }
}
