package dev.cairn.core.internal.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotationIntrospectorPair;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;

/**
 * The only configuration of Jackson. It determines persisted bytes, so it changes only with a
 * format level.
 *
 * <p>Records are written without nulls, empty {@code Optional}s and zeros of primitive types, since
 * readers get the same values when they are missing. Empty texts and empty lists are written,
 * because they would be read as null. Other classes are written in full, because their fields may
 * have other initial values. Properties and map keys are sorted, so values that are equal have
 * equal bytes; a set is written in its iteration order, so this holds only for sets with a fixed
 * order.
 *
 * <p>Nothing is written that could not be read back: each bound on reading has a counterpart on
 * writing.
 */
final class SmileConfiguration {
  private static final int MAX_NESTING = 200;
  // No object is larger than this, so no text or map key in it is longer.
  private static final int MAX_TEXT_LENGTH = Envelope.MAX_BYTES;
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
                    .maxNameLength(MAX_TEXT_LENGTH)
                    .maxNumberLength(NumbersModule.MAX_NUMBER_BYTES)
                    .build())
            .streamWriteConstraints(
                StreamWriteConstraints.builder().maxNestingDepth(MAX_NESTING).build())
            .build();
    SmileMapper mapper =
        SmileMapper.builder(factory)
            .addModules(
                new Jdk8Module(),
                new JavaTimeModule().disable(JavaTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID),
                new BytesModule(),
                new NumbersModule())
            .annotationIntrospector(
                new AnnotationIntrospectorPair(
                    new JacksonAnnotationIntrospector(), new NothingLeftOutOfClasses()))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
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
    // As numbers, the default, these two would lose their zone.
    for (Class<?> zoned : List.of(OffsetDateTime.class, ZonedDateTime.class)) {
      mapper.configOverride(zoned).setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING));
    }
    return mapper;
  }

  private static final class NothingLeftOutOfClasses extends NopAnnotationIntrospector {
    @Override
    public JsonInclude.Value findPropertyInclusion(Annotated annotated) {
      return annotated instanceof AnnotatedMember member && !member.getDeclaringClass().isRecord()
          ? JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS)
          : JsonInclude.Value.empty();
    }
  }
}
