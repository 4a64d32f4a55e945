package dev.cairn.backend.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;
import java.util.UUID;

/** A database of its own. Documents have no columns, so it is indexes that lack or do harm. */
final class MongoDbSchemaTrial implements SchemaTrial {
  private final MongoClient client;
  private final MongoDatabase database;
  private final Backend backend;
  private final Backend other;

  MongoDbSchemaTrial(MongoDbServer server) {
    TestSettings settings = server.settings().withDatabase("cairn-test-" + UUID.randomUUID());
    backend = settings.open();
    other = settings.withDomain("elsewhere").open();
    client = MongoClients.create(server.uri());
    database = client.getDatabase(settings.settings().database());
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Backend ofAnotherDomain() {
    return other;
  }

  @Override
  public void damage(SchemaDamage damage) {
    switch (damage) {
      case TABLE_MISSING -> database.getCollection("references").drop();
      case DOMAIN_MISSING -> database.getCollection("schema").deleteOne(Filters.eq("_id", "cairn"));
      case COLUMN_MISSING -> database.getCollection("objects").dropIndex("removeAfter_1");
      case TYPE_CHANGED ->
          database
              .getCollection("references")
              .createIndex(Indexes.ascending("version"), new IndexOptions().unique(true));
    }
  }

  @Override
  public void close() {
    database.drop();
    client.close();
    backend.close();
    other.close();
  }
}
