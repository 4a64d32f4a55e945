package dev.cairn.rules.upgrade;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * A process of some release, as the test calls it: with types that all releases share. It has the
 * tenant {@value #TENANT} with the catalog {@value #CATALOG} and commits to its main reference.
 */
public interface ReleaseProcess extends AutoCloseable {
  String TENANT = "acme";
  String CATALOG = "sales";

  /** How a release starts a process. */
  interface Starter {
    /**
     * Opens the database at {@code url}, creating schema, tenant and catalog if they are missing.
     */
    ReleaseProcess start(String url, InstantSource clock);
  }

  /** Commits an object with {@code text} and its entry in {@code index}. */
  void put(String index, String key, String text);

  /** Commits {@code entries} small values at once, more than a head embeds if they are many. */
  void fill(String index, String prefix, int entries);

  /** Adds one to the number of a key, so that a lost update shows in the sum. */
  void increment(String index, String key);

  /** The texts of an index. */
  Map<String, String> texts(String index);

  /** The number of a key, 0 if there is none. */
  int number(String index, String key);

  /** How many entries an index has. */
  int count(String index);

  /** Executes a request with a key; returns the name of its result and the answer. */
  String request(String key, String answer);

  /** Commits by a key of the reference alone; returns what became of it. */
  String commitOnce(String key, Instant accepted);

  /** The messages of the log, newest first. */
  List<String> log();

  void createCatalog(String name);

  /** Sets a property of a catalog. */
  void setProperty(String name, String property, String value);

  Map<String, String> properties(String name);

  void purgeCatalog(String name);

  /** What a check of the whole database finds. */
  List<String> check();

  /** Collects garbage; returns the number of deleted rows. */
  long collect();

  /** Runs what the scheduler would run: renewals of the lease, among others. */
  void runScheduled();

  @Override
  void close();
}
