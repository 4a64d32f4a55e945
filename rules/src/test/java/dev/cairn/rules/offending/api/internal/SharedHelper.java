package dev.cairn.rules.offending.api.internal;

/** A helper that the project's own modules share. */
public record SharedHelper() {}
