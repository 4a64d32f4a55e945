package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ObjectTypesTest {
  record Type<T>(String name, Class<T> valueClass) implements ObjectType<T> {}

  record OtherType<T>(String name, Class<T> valueClass) implements ObjectType<T> {}

  /** Named in {@code META-INF/services} of the tests. */
  public static final class Provider implements ObjectTypeProvider {
    @Override
    public List<ObjectType<?>> types() {
      return List.of(new Type<>("found-b", Long.class), new Type<>("found-a", String.class));
    }
  }

  @Test
  void providersOnTheClassPathAreDiscovered() {
    ObjectTypes types = ObjectTypes.discover();
    assertEquals(
        List.of("found-a", "found-b"), types.all().stream().map(ObjectType::name).toList());
    assertEquals("found-a", types.forClass(String.class).name());
  }

  @Test
  void aTypeIsFoundByNameAndByClass() {
    Type<String> text = new Type<>("text", String.class);
    ObjectTypes types = ObjectTypes.of(List.of(text, new Type<>("number", Long.class)));
    assertSame(text, types.find("text").orElseThrow());
    assertSame(text, types.forClass(String.class));
    assertEquals(Optional.empty(), types.find("other"));
  }

  @Test
  void twoTypesOfOneNameAreRefusedWithBothClasses() {
    assertRefused(
        List.of("the name 'text'", Type.class.getName(), OtherType.class.getName()),
        () ->
            ObjectTypes.of(
                List.of(new Type<>("text", String.class), new OtherType<>("text", Long.class))));
  }

  @Test
  void twoTypesOfOneValueClassAreRefusedWithBothClasses() {
    assertRefused(
        List.of("java.lang.String", Type.class.getName(), OtherType.class.getName()),
        () ->
            ObjectTypes.of(
                List.of(new Type<>("a", String.class), new OtherType<>("b", String.class))));
  }

  @Test
  void addedTypesMustDifferToo() {
    ObjectTypes types = ObjectTypes.of(List.of(new Type<>("a", String.class)));
    assertEquals(2, types.and(List.of(new Type<>("b", Long.class))).all().size());
    assertEquals(1, types.all().size());
    assertRefused(List.of("the name 'a'"), () -> types.and(List.of(new Type<>("a", Long.class))));
  }

  @Test
  void aClassWithoutATypeIsNamedWithTheWayOutAndTheKnownTypes() {
    ObjectTypes types =
        ObjectTypes.of(List.of(new Type<>("b", String.class), new Type<>("a", Long.class)));
    assertRefused(
        List.of("java.lang.Integer", "ObjectTypeProvider", "[a, b]"),
        () -> types.forClass(Integer.class));
  }

  @Test
  void aProviderCannotTakeANameOfTheEngine() {
    ObjectType<String> type =
        new ObjectType<>() {
          @Override
          public String name() {
            return "cairn.head";
          }

          @Override
          public Class<String> valueClass() {
            return String.class;
          }
        };
    assertRefused(
        List.of("cairn.head", "reserved for the engine", type.getClass().getName()),
        () -> ObjectTypes.ofProviders(List.of(() -> List.of(type))));
  }

  @Test
  void aTypeNameFollowsTheRulesOfNames() {
    Type<String> tooLong = new Type<>("x".repeat(33), String.class);
    var refused =
        assertThrows(IllegalArgumentException.class, () -> ObjectTypes.of(List.of(tooLong)));
    assertTrue(refused.getMessage().startsWith("object type takes 33 bytes"));
  }

  @Test
  void aTypeIsImmutableReferencesNothingAndIsNotCachedUnlessItSaysSo() {
    Type<String> type = new Type<>("a", String.class);
    assertFalse(type.updateable());
    assertEquals(List.of(), type.references("x"));
    assertEquals(Duration.ZERO, type.cacheFor("x"));
    assertEquals(Duration.ZERO, type.cacheMissingFor());
  }

  private static void assertRefused(List<String> parts, Executable call) {
    String message = assertThrows(ConfigurationException.class, call).getMessage();
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }
}
