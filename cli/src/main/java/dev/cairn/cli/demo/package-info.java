/**
 * The demonstration: a store in a fresh directory, in which each promise is kept before the
 * reader's eyes and proved by a figure.
 *
 * <p>{@link dev.cairn.cli.demo.DemoCommand} goes through the steps; each is a class of its own that
 * tells a {@link dev.cairn.cli.demo.Story} what it does and what it found. A step that finds its
 * promise broken ends the demonstration with an error.
 */
@NullMarked
package dev.cairn.cli.demo;

import org.jspecify.annotations.NullMarked;
