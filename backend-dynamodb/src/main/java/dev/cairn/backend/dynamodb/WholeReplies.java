package dev.cairn.backend.dynamodb;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Refuses replies without a length. The HTTP client takes the end of a connection for the end of
 * the headers, and the SDK takes an empty body for a missing item: a reply that was cut inside its
 * headers would report an existing row as missing. With a known length, a reply that is cut later
 * fails by itself.
 */
final class WholeReplies implements ExecutionInterceptor {
  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    SdkHttpResponse response = context.httpResponse();
    if (response.firstMatchingHeader("Content-Length").isEmpty()
        && response.firstMatchingHeader("Transfer-Encoding").isEmpty()) {
      throw SdkClientException.create(
          "the reply with status %s ends inside its headers".formatted(response.statusCode()));
    }
  }
}
