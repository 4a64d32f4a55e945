/**
 * What the demonstration and the load test work with: {@link dev.cairn.cli.sample.SampleTable},
 * which stands for the metadata of a table, and {@link dev.cairn.cli.sample.Load}, which lets many
 * callers do one thing at once and measures how long each took.
 */
@NullMarked
package dev.cairn.cli.sample;

import org.jspecify.annotations.NullMarked;
