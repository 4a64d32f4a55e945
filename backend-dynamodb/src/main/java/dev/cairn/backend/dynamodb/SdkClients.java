package dev.cairn.backend.dynamodb;

import dev.cairn.api.ConfigurationException;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Creates clients of the SDK. */
final class SdkClients {
  private SdkClients() {}

  /**
   * A client that never repeats a request.
   *
   * <p>The SDK would repeat a conditional write that timed out, find its own write and report a
   * conflict; {@link Calls} repeats what may be repeated. For the same reason the HTTP client is
   * Apache's: {@code HttpURLConnection} sends a POST again when a kept connection breaks.
   */
  static DynamoDbClient make(DynamoDbSettings settings, RequestMeter meter) {
    ClientOverrideConfiguration.Builder behaviour =
        ClientOverrideConfiguration.builder()
            .retryStrategy(AwsRetryStrategy.doNotRetry())
            .addExecutionInterceptor(new Transmission.Interceptor())
            .addExecutionInterceptor(new WholeReplies())
            .addExecutionInterceptor(meter);
    settings.profile().ifPresent(behaviour::defaultProfileName);
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .region(Region.of(settings.region()))
            .overrideConfiguration(behaviour.build())
            // A client from a builder is closed with the SDK's client.
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(settings.maxConnections())
                    .connectionTimeout(settings.connectTimeout())
                    .connectionAcquisitionTimeout(settings.connectTimeout())
                    .socketTimeout(settings.requestTimeout())
                    .tcpKeepAlive(true)
                    .expectContinueEnabled(false));
    settings.endpoint().ifPresent(builder::endpointOverride);
    settings
        .keys()
        .map(keys -> AwsBasicCredentials.create(keys.id(), keys.secret()))
        .map(StaticCredentialsProvider::create)
        .ifPresent(builder::credentialsProvider);
    try {
      return builder.build();
    } catch (SdkException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "the AWS SDK does not accept the settings cairn.dynamodb.*: " + e.getMessage(), e);
    }
  }

  /** The region that the SDK finds, that of {@code profile} if given. */
  static String usualRegion(Optional<String> profile) {
    DefaultAwsRegionProviderChain.Builder chain = DefaultAwsRegionProviderChain.builder();
    profile.ifPresent(chain::profileName);
    try {
      return chain.build().getRegion().id();
    } catch (SdkClientException e) {
      throw new ConfigurationException(
          DynamoDbBackendFactory.REGION.key()
              + " is not set, and neither AWS_REGION nor a profile nor the machine names a region; set it",
          e);
    }
  }
}
