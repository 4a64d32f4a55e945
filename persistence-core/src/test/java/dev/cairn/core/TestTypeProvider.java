package dev.cairn.core;

import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypeProvider;
import java.util.List;

/** Registers the test types as an application does. */
public final class TestTypeProvider implements ObjectTypeProvider {
  @Override
  public List<ObjectType<?>> types() {
    return TestTypes.ALL.all();
  }
}
