package dev.cairn.core.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.List;

/**
 * The one configuration of Jackson. It decides persisted bytes, so it changes only with a format
 * level.
 *
 * <p>Left out are nulls, empty {@code Optional}s and the zero of primitive types: what a reader
 * finds in their place when they are missing. Empty texts and empty lists are kept, because they
 * would come back as null. Properties and map keys are sorted, so equal values have equal bytes.
 */
final class SmileConfiguration {
  private static final int MAX_NESTING = 200;
  private static final int MAX_TEXT_LENGTH = 64 << 20;
  private static final List<Class<?>> PRIMITIVES =
      List.of(
          boolean.class,
          byte.class,
          short.class,
          char.class,
          int.class,
          long.class,
          float.class,
          double.class);

  private SmileConfiguration() {}

  static ObjectMapper newMapper() {
    SmileFactory factory =
        SmileFactory.builder()
            .disable(SmileGenerator.Feature.ENCODE_BINARY_AS_7BIT)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxStringLength(MAX_TEXT_LENGTH)
                    .build())
            .build();
    SmileMapper mapper =
        SmileMapper.builder(factory)
            .addModules(new Jdk8Module(), new JavaTimeModule(), new BytesModule())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .build();
    for (Class<?> primitive : PRIMITIVES) {
      mapper
          .configOverride(primitive)
          .setInclude(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_DEFAULT, JsonInclude.Include.ALWAYS));
    }
    return mapper;
  }
}
