package dev.cairn.iceberg.server.rest;

import java.util.Set;

/** The path exists, but not with this method. */
final class MethodNotAllowedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String allowed;

  MethodNotAllowedException(String method, Set<String> allowed) {
    super(
        "%s is not supported here; use %s"
            .formatted(Shown.text(method), String.join(" or ", allowed)));
    this.allowed = String.join(", ", allowed);
  }

  /** The value of the header {@code Allow}. */
  String allowed() {
    return allowed;
  }
}
