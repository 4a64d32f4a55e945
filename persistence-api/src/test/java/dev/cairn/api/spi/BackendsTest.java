package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BackendsTest {
  /** Says by its exception that it was asked to open. */
  static final class Opened extends RuntimeException {
    private static final long serialVersionUID = 1;
    final transient Configuration configuration;

    Opened(String name, Configuration configuration) {
      super(name);
      this.configuration = configuration;
    }
  }

  record Factory(String name) implements BackendFactory {
    @Override
    public List<Setting<?>> settings() {
      return List.of(Setting.text("cairn." + name + ".path", "Where it is"));
    }

    @Override
    public Backend open(Configuration configuration) {
      throw new Opened(name, configuration);
    }
  }

  /** Named in {@code META-INF/services} of the tests. */
  public static final class Discoverable implements BackendFactory {
    @Override
    public String name() {
      return "discoverable";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Backend open(Configuration configuration) {
      throw new Opened(name(), configuration);
    }
  }

  @Test
  void factoriesOnTheClassPathAreDiscovered() {
    Backends backends = Backends.discover();
    assertEquals(Set.of("discoverable"), backends.names());
    assertOpens("discoverable", backends);
  }

  @Test
  void theConfiguredBackendIsOpenedWithTheConfiguration() {
    Backends backends = Backends.of(List.of(new Factory("one"), new Factory("two")));
    assertOpens("one", backends);
    assertOpens("two", backends);
  }

  @Test
  void anUnknownBackendIsNamedWithWhatIsPossible() {
    Backends backends = Backends.of(List.of(new Factory("two"), new Factory("one")));
    assertRefused(
        "there is no backend called 'three' (cairn.backend); on the class path are: [one, two]",
        () -> backends.open(configuration(backends, "three")));
  }

  @Test
  void noBackendConfiguredIsAMissingSettingWithWhatIsPossible() {
    Backends backends = Backends.of(List.of(new Factory("one"), new Factory("two")));
    Configuration nothing = Configuration.builder().build(backends.settings());
    assertRefused("cairn.backend is not set", () -> backends.open(nothing));
    assertRefused("on the class path are: [one, two]", () -> backends.open(nothing));
  }

  @Test
  void twoBackendsOfOneNameAreRefusedWithBothClasses() {
    BackendFactory impostor = new Factory("discoverable");
    assertRefused(
        "two backends are called 'discoverable': %s and %s"
            .formatted(Discoverable.class.getName(), Factory.class.getName()),
        () -> Backends.of(List.of(new Discoverable(), impostor)));
  }

  @Test
  void aNameThatCannotBePartOfAKeyIsRefused() {
    assertRefused("calls its backend 'test'", () -> Backends.of(List.of(named("test", "test"))));
    assertRefused(
        "calls its backend 'Two-Three'", () -> Backends.of(List.of(named("Two-Three", "x"))));
  }

  @Test
  void aSettingOutsideTheBackendsOwnAreaIsRefused() {
    assertRefused(
        "the backend 'one' has the setting cairn.two.path",
        () -> Backends.of(List.of(named("one", "two"))));
  }

  private static BackendFactory named(String name, String area) {
    return new BackendFactory() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Setting<?>> settings() {
        return List.of(Setting.text("cairn." + area + ".path", "Where it is"));
      }

      @Override
      public Backend open(Configuration configuration) {
        throw new Opened(name, configuration);
      }
    };
  }

  @Test
  void theSettingsOfAllBackendsAreKnownWhicheverIsUsed() {
    Backends backends = Backends.of(List.of(new Factory("two"), new Factory("one")));
    assertEquals(
        List.of("cairn.backend", "cairn.one.path", "cairn.two.path"),
        backends.settings().stream().map(Setting::key).toList());
  }

  private static void assertOpens(String name, Backends backends) {
    Configuration configuration = configuration(backends, name);
    Opened opened = assertThrows(Opened.class, () -> backends.open(configuration));
    assertEquals(name, opened.getMessage());
    assertSame(configuration, opened.configuration);
  }

  private static Configuration configuration(Backends backends, String name) {
    return Configuration.builder().set("cairn.backend", name).build(backends.settings());
  }

  private static void assertRefused(String part, Executable call) {
    String message = assertThrows(ConfigurationException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
