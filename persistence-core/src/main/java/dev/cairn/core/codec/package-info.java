/**
 * How values become bytes, and how one format is told from the next.
 *
 * <p>A {@link dev.cairn.core.codec.Codec} writes a value as Smile, the binary form of JSON, and
 * puts it into an {@link dev.cairn.core.codec.Envelope}: a level, a checksum, and sections for the
 * value and for what the engine must see without knowing the type, above all the objects it
 * references. So garbage collection, export and check need no class of the application.
 *
 * <p>{@link dev.cairn.core.codec.FormatLevel} is the level of the whole store, in a row of its own
 * with an encoding that never changes.
 *
 * <p>Values may gain properties at any time: a reader ignores what it does not know. The engine's
 * own updateable types must not even lose it when they write the value back, since an older process
 * may renew what a newer one wrote. They are records whose last component is
 *
 * <pre>{@code
 * @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown
 * }</pre>
 *
 * <p>Whatever bytes are read, the answer is a value, a {@link dev.cairn.api.DamagedDataException}
 * or an {@link dev.cairn.api.UnsupportedFormatException} that names the object, in memory bounded
 * by the size of the bytes.
 */
@NullMarked
package dev.cairn.core.codec;

import org.jspecify.annotations.NullMarked;
