package dev.cairn.cli.sample;

import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypeProvider;
import java.util.List;

/** Brings the type of sample tables. */
public final class SampleTypes implements ObjectTypeProvider {
  private static final ObjectType<SampleTable> TABLE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "sample.table";
        }

        @Override
        public Class<SampleTable> valueClass() {
          return SampleTable.class;
        }
      };

  @Override
  public List<ObjectType<?>> types() {
    return List.of(TABLE);
  }
}
