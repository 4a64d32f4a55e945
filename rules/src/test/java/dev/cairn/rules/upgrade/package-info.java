/**
 * Rolling upgrades: an earlier release, kept as a jar, works on one database beside the current
 * one.
 */
@NullMarked
package dev.cairn.rules.upgrade;

import org.jspecify.annotations.NullMarked;
