package dev.cairn.backend.dynamodb;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Whether a request may have left this process: a request that failed before that, for lack of
 * credentials or by an interrupt, certainly did nothing.
 */
final class Transmission {
  private static final ExecutionAttribute<Transmission> ATTRIBUTE =
      new ExecutionAttribute<>("dev.cairn.transmission");

  private volatile boolean begun;

  boolean hasBegun() {
    return begun;
  }

  void begin() {
    begun = true;
  }

  /** The configuration for the request to observe. */
  AwsRequestOverrideConfiguration configuration() {
    return AwsRequestOverrideConfiguration.builder().putExecutionAttribute(ATTRIBUTE, this).build();
  }

  /** Called by the SDK as the last step before it hands a signed request to the HTTP client. */
  static final class Interceptor implements ExecutionInterceptor {
    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      attributes.getOptionalAttribute(ATTRIBUTE).ifPresent(Transmission::begin);
    }
  }
}
