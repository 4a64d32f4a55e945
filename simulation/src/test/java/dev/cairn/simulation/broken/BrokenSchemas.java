package dev.cairn.simulation.broken;

import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;
import java.util.Map;
import java.util.TreeMap;

/** A store with tables, columns and a domain in name only, and adapters that look at them. */
final class BrokenSchemas implements SchemaTrial {
  private static final Map<String, String> NEEDED =
      Map.of("objects", "table", "objects.value", "binary");

  private final Map<String, String> found = new TreeMap<>();
  private final SchemaVariant variant;

  BrokenSchemas(SchemaVariant variant) {
    this.variant = variant;
  }

  @Override
  public Backend backend() {
    return new Adapter("here");
  }

  @Override
  public Backend ofAnotherDomain() {
    return new Adapter("elsewhere");
  }

  @Override
  public void damage(SchemaDamage damage) {
    switch (damage) {
      case TABLE_MISSING -> found.remove("objects");
      case DOMAIN_MISSING -> found.remove("domain");
      case COLUMN_MISSING -> found.remove("objects.value");
      case TYPE_CHANGED -> found.put("objects.value", "text");
    }
  }

  @Override
  public void close() {}

  private final class Adapter extends ForwardingBackend {
    private final String domain;

    Adapter(String domain) {
      super(new InMemoryBackend());
      this.domain = domain;
    }

    @Override
    public void createSchema() {
      if (variant == SchemaVariant.TAKES_OVER_THE_DOMAIN) {
        found.put("domain", domain);
      }
      found.putIfAbsent("domain", domain);
      NEEDED.forEach(found::putIfAbsent);
      check();
    }

    @Override
    public void verifySchema() {
      switch (variant) {
        case VERIFIES_NOTHING -> {}
        case VERIFIES_TABLES_ONLY -> {
          if (!found.containsKey("objects")) {
            throw new SchemaMismatchException("there is no table objects");
          }
        }
        case VERIFYING_CREATES -> {
          try {
            check();
          } finally {
            createSchema();
          }
        }
        default -> check();
      }
    }

    private void check() {
      Map<String, String> needed = new TreeMap<>(NEEDED);
      needed.put("domain", domain);
      if (!found.equals(needed)) {
        throw new SchemaMismatchException("there is %s, needed is %s".formatted(found, needed));
      }
    }
  }
}
