package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import java.time.Duration;

/**
 * The settings of one backend.
 *
 * @param uri servers, credentials, TLS and further options of the driver
 * @param database the name of the database
 * @param domain the compare-and-swap domain that the schema must be recorded for
 * @param strongReads the read concern of strong reads
 * @param journal whether a majority must have a write in its journals before it counts as done
 * @param requestTimeout how long one request may take, without the search for a primary
 */
record MongoDbSettings(
    ConnectionString uri,
    String database,
    String domain,
    StrongReads strongReads,
    boolean journal,
    Duration requestTimeout) {}
