/**
 * The contract of requests with idempotency keys as tests; {@link
 * dev.cairn.testkit.idempotency.IdempotencyContract} puts them together. Every backend runs it.
 *
 * <p>A test works at a {@code Site}: an unused scope and any number of {@code Server}s, each a
 * process with a store, records, an executor and a clock that may be off. What requests do is to
 * raise a number under a key of their own, so that whatever takes effect twice shows. Where a rule
 * of the design ({@code docs/design/idempotency.md}) looks odd, the test that guards it tells the
 * interleaving that would go wrong without it.
 */
@NullMarked
package dev.cairn.testkit.idempotency;

import org.jspecify.annotations.NullMarked;
