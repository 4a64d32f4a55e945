package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.spi.SizeEstimate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store in a keyspace of Cassandra, shared by any number of processes. */
public final class CassandraBackend implements Backend {
  private static final Limits LIMITS = new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, 128, 128);

  private final CassandraSession database;
  private final CassandraSchema schema;
  private final DomainRecord domain;
  private final Bulk bulk;
  private final TimeToLive expiry;
  private final LwtTable<ReferenceKey, ReferenceRow> references;
  private final LwtTable<ObjectKey, ObjectRow> updateable;
  private final PlainTable immutable;
  private final CassandraScans scans;

  private CassandraBackend(CassandraSession database, InstantSource clock) {
    this.database = database;
    schema = new CassandraSchema(database);
    domain = new DomainRecord(database);
    bulk = new Bulk(database);
    expiry = new TimeToLive(clock, database.settings().expiryMargin());
    RowMapping.References referenceRows = new RowMapping.References();
    RowMapping.Objects updateableRows = new RowMapping.Objects(Layout.UPDATEABLE);
    references = new LwtTable<>(database, referenceRows);
    updateable = new LwtTable<>(database, updateableRows);
    immutable = new PlainTable(database);
    scans =
        new CassandraScans(
            new RingTable<>(database, referenceRows, references::decode),
            List.of(
                new RingTable<>(
                    database, new RowMapping.Objects(Layout.IMMUTABLE), immutable::decode),
                new RingTable<>(database, updateableRows, updateable::decode)));
  }

  /** Connects; {@code clock} turns expiry hints into times to live. */
  static CassandraBackend connect(CassandraSettings settings, InstantSource clock) {
    return on(new Connector(settings).connect(), settings, clock);
  }

  /** Opens a backend on an existing session, and closes the session with it. */
  static CassandraBackend on(CqlSession session, CassandraSettings settings, InstantSource clock) {
    return new CassandraBackend(new CassandraSession(settings, session), clock);
  }

  @Override
  public String name() {
    return CassandraBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  /** Updateable rows are written with a time to live. */
  @Override
  public boolean expiresRows() {
    return true;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return references.insert(row.key(), row.token(), RowFormat.encode(row), TimeToLive.NEVER);
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return database.await(references.read(accessToSwapped(mode), key));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    Arguments.checkSwap(expected, next);
    return references.swap(
        next.key(), expected, next.token(), RowFormat.encode(next), TimeToLive.NEVER);
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return references.remove(key, expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return scans.references(scope, after, visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    List<ObjectKey> distinct = List.copyOf(new LinkedHashSet<>(keys));
    List<Optional<ObjectRow>> answers = bulk.run(distinct, key -> find(key, mode));
    Map<ObjectKey, Optional<ObjectRow>> byKey = new HashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      byKey.put(distinct.get(i), answers.get(i));
    }
    List<Optional<ObjectRow>> found = new ArrayList<>(keys.size());
    for (ObjectKey key : keys) {
      found.add(byKey.getOrDefault(key, Optional.empty()));
    }
    return found;
  }

  // A numeric ID may belong to an object of either kind; nearly always it is an immutable one.
  private CompletionStage<Optional<ObjectRow>> find(ObjectKey key, ReadMode mode) {
    if (key.id().isName()) {
      return updateable.read(accessToSwapped(mode), key);
    }
    Access access = mode == ReadMode.STRONG ? Access.QUORUM_READ : Access.WEAK_READ;
    return immutable
        .read(access, key)
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : updateable.read(accessToSwapped(mode), key));
  }

  private static Access accessToSwapped(ReadMode mode) {
    return mode == ReadMode.STRONG ? Access.SERIAL_READ : Access.WEAK_READ;
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    Arguments.checkWrite(LIMITS, rows);
    var unused = bulk.run(rows, immutable::write);
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    Arguments.checkInsert(LIMITS, row);
    return updateable.insert(
        row.key(), row.token().orElseThrow(), RowFormat.encode(row), ttl(row.expiresAtMicros()));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    Arguments.checkSwap(LIMITS, expected, next);
    return updateable.swap(
        next.key(),
        expected,
        next.token().orElseThrow(),
        RowFormat.encode(next),
        ttl(next.expiresAtMicros()));
  }

  private int ttl(OptionalLong expiresAtMicros) {
    return expiry.seconds(expiresAtMicros);
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return updateable.remove(key, expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    Arguments.checkDelete(keys);
    var unused = bulk.run(new LinkedHashSet<>(keys), immutable::delete);
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    return scans.objects(scope, type, bound, after, visitor);
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    database.checkOpen();
    return CassandraScans.split(parts);
  }

  @Override
  public void createSchema() {
    schema.create();
  }

  @Override
  public void verifySchema() {
    schema.verify();
  }

  @Override
  public String describeSchema() {
    return schema.describe();
  }

  /** The clock of the coordinating node; the nodes of a cluster must agree on the time anyway. */
  @Override
  public Optional<DatabaseTime> time() {
    Row row =
        database
            .await(
                database.sendOnce(Access.WEAK_READ, "SELECT toTimestamp(now()) FROM system.local"))
            .one();
    return Optional.ofNullable(row)
        .map(found -> found.getInstant(0))
        .map(time -> DatabaseTime.ofMillis(time.toEpochMilli()));
  }

  /** Asks a quorum, because every operation needs one. */
  @Override
  public Health health() {
    return Health.of(
        () -> {
          domain.verify();
          return new Health(true, "connected to " + database.settings().place());
        });
  }

  @Override
  public SizeEstimate estimateSize() {
    return new Sizes(database).estimate();
  }

  @Override
  public void close() {
    database.close();
  }
}
