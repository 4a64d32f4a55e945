/**
 * Configuration: typed settings and the validated values of a process.
 *
 * <p>A {@link dev.cairn.api.config.Setting} declares a key, the form of its text, a default and a
 * description; each backend declares its own. A {@link dev.cairn.api.config.Configuration} collects
 * values from a properties file, the environment and system properties. Building it fails on
 * unknown keys and invalid values, with a message that names them and their source. Values of
 * secret settings are never shown.
 */
@NullMarked
package dev.cairn.api.config;

import org.jspecify.annotations.NullMarked;
