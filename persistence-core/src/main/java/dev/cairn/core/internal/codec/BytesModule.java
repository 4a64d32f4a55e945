package dev.cairn.core.internal.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.cairn.api.Bytes;
import java.io.IOException;

/**
 * Jackson module for {@link Bytes}: Smile's binary data as values, hexadecimal digits as map keys.
 */
final class BytesModule extends SimpleModule {
  BytesModule() {
    addSerializer(new Writer());
    addDeserializer(Bytes.class, new Reader());
    addKeySerializer(Bytes.class, new KeyWriter());
    addKeyDeserializer(Bytes.class, new KeyReader());
  }

  // By default a key would be the result of toString, which shows only the first bytes.
  private static final class KeyWriter extends StdSerializer<Bytes> {
    KeyWriter() {
      super(Bytes.class);
    }

    @Override
    public void serialize(Bytes value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeFieldName(value.toHex());
    }
  }

  private static final class KeyReader extends KeyDeserializer {
    @Override
    public Bytes deserializeKey(String key, DeserializationContext context) {
      return Bytes.ofHex(key);
    }
  }

  private static final class Writer extends StdSerializer<Bytes> {
    Writer() {
      super(Bytes.class);
    }

    @Override
    public void serialize(Bytes value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeBinary(value.toByteArray());
    }
  }

  private static final class Reader extends StdDeserializer<Bytes> {
    Reader() {
      super(Bytes.class);
    }

    @Override
    public Bytes deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return Bytes.wrap(in.getBinaryValue());
    }
  }
}
