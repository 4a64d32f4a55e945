package dev.cairn.rules.offending.snowflake;

import dev.cairn.rules.offending.api.SeesSpi;

/** IDs must not see the rest. */
public record SeesApi(SeesSpi api) {}
