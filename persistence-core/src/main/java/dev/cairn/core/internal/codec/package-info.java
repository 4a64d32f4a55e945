/**
 * Encoding of values as bytes, and the versions of that encoding.
 *
 * <p>A {@link dev.cairn.core.internal.codec.Codec} writes a value as Smile, the binary form of
 * JSON, and wraps it in an {@link dev.cairn.core.internal.codec.Envelope}: a level, a checksum, and
 * sections for the value and for what the engine must see without knowing the type, above all the
 * objects it references. Garbage collection, export and check therefore need no application class.
 *
 * <p>{@link dev.cairn.core.internal.codec.FormatLevel} is the level of the whole store, kept in a
 * separate row whose encoding never changes.
 *
 * <p>Values may gain properties at any time: a reader ignores what it does not know. The engine's
 * own updateable types also keep unknown properties when they write the value back, since an older
 * process may renew what a newer one wrote. They are records whose last component is
 *
 * <pre>{@code
 * @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown
 * }</pre>
 *
 * <p>Decoding any bytes gives a value, a {@link dev.cairn.api.DamagedDataException} or an {@link
 * dev.cairn.api.UnsupportedFormatException} that names the object, in memory bounded by the size of
 * the bytes.
 */
@NullMarked
package dev.cairn.core.internal.codec;

import org.jspecify.annotations.NullMarked;
