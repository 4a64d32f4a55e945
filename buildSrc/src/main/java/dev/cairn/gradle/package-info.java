/**
 * The bridge from Maven's build to Gradle's: {@link dev.cairn.gradle.Poms} reads modules, versions
 * and dependencies from the POMs, so that they are stated once.
 */
package dev.cairn.gradle;
