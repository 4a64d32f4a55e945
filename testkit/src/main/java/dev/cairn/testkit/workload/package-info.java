/**
 * What clients of a store do at random, for histories to be checked: {@linkplain
 * dev.cairn.testkit.workload.ObjectWorkload updateable objects}, {@linkplain
 * dev.cairn.testkit.workload.ReferenceWorkload references} and {@linkplain
 * dev.cairn.testkit.workload.ImmutableWorkload immutable objects}. All choices and tokens come from
 * one source of randomness, so that a simulation can replay them.
 */
@NullMarked
package dev.cairn.testkit.workload;

import org.jspecify.annotations.NullMarked;
