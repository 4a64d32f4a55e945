package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.SchemaMismatchException;
import java.util.Objects;
import java.util.Optional;

/**
 * The one row that says which version of the schema this is, and what the domain of conditional
 * writes is. It is written across all datacenters, since it is what makes them agree.
 */
final class DomainRecord {
  /** Of the tables; another release may have another. */
  static final int VERSION = 1;

  private static final int ONLY_ROW = 1;

  private final Database database;
  private final CassandraSettings settings;

  DomainRecord(Database database) {
    this.database = database;
    settings = database.settings();
  }

  private record Recorded(int version, String domain) {}

  /** Writes it if it is not there. Whether it was the first is seen when it is verified. */
  void create() {
    if (find().isEmpty()) {
      AsyncResultSet unused =
          database.await(
              database.sendOnce(Access.GLOBAL_CONDITIONAL, insert("?"), settings.domainRecord()));
    }
  }

  /** What an operator would apply. */
  String describe() {
    return "-- at SERIAL CONSISTENCY SERIAL\n" + insert("'" + settings.domainRecord() + "'");
  }

  private String insert(String domain) {
    return "INSERT INTO %s.%s (id, version, cas_domain) VALUES (%d, %d, %s) IF NOT EXISTS"
        .formatted(settings.keyspace(), Layout.SCHEMA.name(), ONLY_ROW, VERSION, domain);
  }

  void verify() {
    Recorded present =
        find()
            .orElseThrow(
                () ->
                    new SchemaMismatchException(
                        "%s has no record of its domain of conditional writes. Create the schema once,"
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
          "%s has conditional writes in the domain '%s', and this process is set for '%s'. Writers of"
                  .formatted(settings.place(), present.domain(), settings.domainRecord())
              + " two domains would not see each other's: set %s and %s as recorded"
                  .formatted(
                      CassandraBackendFactory.CAS_DOMAIN.key(),
                      CassandraBackendFactory.DATACENTER.key()));
    }
  }

  // Written once, so that any read may find it, and a process starts while other datacenters are
  // away; only one that sees every write may deny it.
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
