package dev.cairn.rules.offending.backend.one;

import dev.cairn.rules.offending.api.internal.SharedHelper;

/** A backend must not see the API's helpers. */
public record SeesHelpers(SharedHelper helper) {}
