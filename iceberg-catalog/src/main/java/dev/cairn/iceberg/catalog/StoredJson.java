package dev.cairn.iceberg.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;

/** Small values of the catalog's indexes, as JSON: older releases ignore what they do not know. */
final class StoredJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private StoredJson() {}

  static Bytes write(Object value) {
    try {
      return Bytes.wrap(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(value + " cannot be stored", e);
    }
  }

  static <T> T read(Class<T> type, Bytes payload) {
    try {
      return MAPPER.readValue(payload.toUtf8(), type);
    } catch (JsonProcessingException e) {
      throw new DamagedDataException("a " + type.getSimpleName() + " is damaged", e);
    }
  }
}
