package dev.cairn.testkit.layers.offending.snowflake;

import dev.cairn.testkit.layers.offending.api.SeesSpi;

/** IDs must not see the rest. */
public record SeesApi(SeesSpi api) {}
