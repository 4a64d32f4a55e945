package dev.cairn.api;

/**
 * A setting is unknown, missing or invalid, or a backend or object type is unknown or ambiguous.
 *
 * <p>The message names the setting, its source, and the possible values.
 */
public final class ConfigurationException extends CairnException {
  public ConfigurationException(String message) {
    super(message);
  }

  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
