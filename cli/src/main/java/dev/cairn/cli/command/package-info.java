/**
 * The commands, each a class or, where several are small and alike, a method of a class.
 *
 * <p>{@link dev.cairn.cli.command.Commands} puts them under the root command. Arguments that name
 * things in a store are read here: a catalog by {@link dev.cairn.cli.command.CatalogAddress}, a
 * state of a reference by {@link dev.cairn.cli.command.StateAddress}, a key by {@link
 * dev.cairn.cli.command.KeyText}. A command opens the database by the {@link dev.cairn.cli.Tool},
 * asks the engine, and prints one report.
 */
@NullMarked
package dev.cairn.cli.command;

import org.jspecify.annotations.NullMarked;
