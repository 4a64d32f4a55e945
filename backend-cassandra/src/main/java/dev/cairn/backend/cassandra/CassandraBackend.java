package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowVisitor;
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

/** A store in a keyspace of Cassandra, which any number of processes may have open. */
public final class CassandraBackend implements Backend {
  private static final Limits LIMITS = new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, 128, 128);

  private final Database database;
  private final Schema schema;
  private final DomainRecord domain;
  private final Bulk bulk;
  private final Expiry expiry;
  private final SwapTable<ReferenceKey, ReferenceRow> references;
  private final SwapTable<ObjectKey, ObjectRow> updateable;
  private final PlainTable immutable;
  private final Scans scans;

  private CassandraBackend(Database database, InstantSource clock) {
    this.database = database;
    schema = new Schema(database);
    domain = new DomainRecord(database);
    bulk = new Bulk(database);
    expiry = new Expiry(clock, database.settings().expiryMargin());
    Rows.References referenceRows = new Rows.References();
    Rows.Objects updateableRows = new Rows.Objects(Layout.UPDATEABLE);
    references = new SwapTable<>(database, referenceRows);
    updateable = new SwapTable<>(database, updateableRows);
    immutable = new PlainTable(database);
    scans =
        new Scans(
            new RingTable<>(database, referenceRows, references::decode),
            List.of(
                new RingTable<>(database, new Rows.Objects(Layout.IMMUTABLE), immutable::decode),
                new RingTable<>(database, updateableRows, updateable::decode)));
  }

  /** Connects; {@code clock} is the one by which expiry hints are turned into times to live. */
  static CassandraBackend connect(CassandraSettings settings, InstantSource clock) {
    return on(new Connector(settings).connect(), settings, clock);
  }

  /** The same on a session that is there, which is closed with it. */
  static CassandraBackend on(CqlSession session, CassandraSettings settings, InstantSource clock) {
    return new CassandraBackend(new Database(settings, session), clock);
  }

  @Override
  public String name() {
    return CassandraBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return references.insert(row.key(), row.token(), RowFormat.encode(row), Expiry.NEVER);
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return database.await(references.read(accessToSwapped(mode), key));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    Arguments.checkSwap(expected, next);
    return references.swap(
        next.key(), expected, next.token(), RowFormat.encode(next), Expiry.NEVER);
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

  // A number may be the ID of an object of either kind; nearly always it is an immutable one.
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
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    return scans.objects(scope, type, after, visitor);
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    database.checkOpen();
    return Scans.split(parts);
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

  /** Asks a quorum, since that is what everything needs. */
  @Override
  public Health health() {
    try {
      domain.verify();
      return new Health(true, "connected to " + database.settings().place());
    } catch (CairnException e) {
      return new Health(false, String.valueOf(e.getMessage()));
    }
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
