/**
 * Configuration: typed settings and the checked values of a process.
 *
 * <p>A {@link dev.cairn.api.config.Setting} declares a key, the form of its text, a default and a
 * description; each backend declares its own. A {@link dev.cairn.api.config.Configuration} collects
 * values from a properties file, the environment and system properties, and refuses unknown keys
 * and bad values when it is built, naming them and where they came from. Values of secret settings
 * are never shown.
 */
@NullMarked
package dev.cairn.api.config;

import org.jspecify.annotations.NullMarked;
