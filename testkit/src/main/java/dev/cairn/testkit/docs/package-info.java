/**
 * Documentation that is checked against the code.
 *
 * <p>{@link dev.cairn.testkit.docs.SettingsTable} holds the tables of settings in {@code
 * docs/backends.md}: each backend has a test of one line that compares them.
 */
@NullMarked
package dev.cairn.testkit.docs;

import org.jspecify.annotations.NullMarked;
