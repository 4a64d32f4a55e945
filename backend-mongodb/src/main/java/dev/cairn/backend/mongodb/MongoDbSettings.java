package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import java.time.Duration;

/**
 * How to use a database.
 *
 * @param uri servers, credentials, TLS and whatever else the driver reads from it
 * @param database the name of the database
 * @param domain the compare-and-swap domain that the schema must be recorded for
 * @param strongReads the level of reads that decide
 * @param journal whether a majority must have a write in its journals before it counts as done
 * @param requestTimeout how long one request may take, the search for a primary not included
 */
record MongoDbSettings(
    ConnectionString uri,
    String database,
    String domain,
    StrongReads strongReads,
    boolean journal,
    Duration requestTimeout) {}
