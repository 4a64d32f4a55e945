package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.SchemaMismatchException;
import java.util.Objects;
import java.util.Optional;

/**
 * The row that records the schema version and the compare-and-swap domain. It is written across all
 * datacenters, because it makes them agree.
 */
final class DomainRecord {
  /** The version of the tables; another release may have another one. */
  static final int VERSION = 1;

  private static final int ONLY_ROW = 1;

  private final CassandraSession database;
  private final CassandraSettings settings;

  DomainRecord(CassandraSession database) {
    this.database = database;
    settings = database.settings();
  }

  private record Recorded(int version, String domain) {}

  /** Inserts the record if absent. Verification then shows which process was first. */
  void create() {
    if (find().isEmpty()) {
      AsyncResultSet unused =
          database.await(
              database.sendOnce(Access.GLOBAL_CONDITIONAL, insert("?"), settings.domainRecord()));
    }
  }

  /** The statement that an operator would apply. */
  String describe() {
    return "-- at SERIAL CONSISTENCY SERIAL\n" + insert("'" + settings.domainRecord() + "'");
  }

  private String insert(String domain) {
    return "INSERT INTO %s.%s (id, version, cas_domain) VALUES (%s, %s, %s) IF NOT EXISTS"
        .formatted(settings.keyspace(), Layout.SCHEMA.name(), ONLY_ROW, VERSION, domain);
  }

  void verify() {
    Recorded present =
        find()
            .orElseThrow(
                () ->
                    new SchemaMismatchException(
                        "%s has no record of its compare-and-swap domain. Create the schema once,"
                                .formatted(settings.place())
                            + " as an operator, or apply:\n\n"
                            + describe()
                            + ";"));
    if (present.version() != VERSION) {
      throw new SchemaMismatchException(
          "%s has version %d of the schema; this release needs %d. Use the release that created it"
              .formatted(settings.place(), present.version(), VERSION));
    }
    if (!present.domain().equals(settings.domainRecord())) {
      throw new SchemaMismatchException(
          "%s has the compare-and-swap domain '%s', but this process is configured for '%s'. Writers of"
                  .formatted(settings.place(), present.domain(), settings.domainRecord())
              + " two domains do not see each other's writes: set %s and %s as recorded"
                  .formatted(
                      CassandraBackendFactory.CAS_DOMAIN.key(),
                      CassandraBackendFactory.DATACENTER.key()));
    }
  }

  // The record is written once, so any read may find it, and a process can start while other
  // datacenters are down; only a read that sees every write may report it as missing.
  private Optional<Recorded> find() {
    return read(Access.QUORUM_READ).or(() -> read(Access.GLOBAL_SERIAL_READ));
  }

  private Optional<Recorded> read(Access access) {
    Row row =
        database
            .await(
                database.sendOnce(
                    access,
                    "SELECT version, cas_domain FROM %s.%s WHERE id = ?"
                        .formatted(settings.keyspace(), Layout.SCHEMA.name()),
                    ONLY_ROW))
            .one();
    return row == null
        ? Optional.empty()
        : Optional.of(new Recorded(row.getInt(0), Objects.toString(row.getString(1), "")));
  }
}
