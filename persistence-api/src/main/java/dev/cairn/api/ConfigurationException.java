package dev.cairn.api;

/**
 * A setting is unknown, missing or has a bad value, or a backend or object type cannot be told from
 * its name. The message names it, where it came from, and what is possible.
 */
public final class ConfigurationException extends CairnException {
  /** Says what happened and the way out. */
  public ConfigurationException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
