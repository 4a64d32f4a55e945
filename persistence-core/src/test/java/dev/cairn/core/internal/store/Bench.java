package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.View;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.runtime.Environment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One database and some processes, with every step in the hands of a test. */
final class Bench {
  static final String MAIN = "main";
  private static final String INDEX = "settings";

  final TestEnvironment world = new TestEnvironment();
  final Environment environment = world.environment(5);
  final HeldTasks tasks = new HeldTasks();
  final InMemoryBackend database;
  final TestStores stores = new TestStores(environment, tasks);

  Bench() {
    this(new InMemoryBackend());
  }

  Bench(InMemoryBackend database) {
    this.database = database;
  }

  /** The same where processes race instead of taking turns. */
  static Bench racing() {
    Bench bench = new Bench();
    bench.stores.withoutTurns();
    return bench;
  }

  /** A process with a store, and what is between it and the database. */
  static final class Client {
    final LossyBackend lossy;
    final WatchedBackend backend;
    final EngineStore store;

    private Client(Bench bench) {
      lossy = new LossyBackend(bench.database);
      backend = new WatchedBackend(lossy);
      store = bench.stores.open(backend);
    }

    <R> Committed<R> commit(Change<R> change) {
      return store.commit(MAIN, change);
    }

    <R> PendingCommit<R> submit(Change<R> change) {
      return store.submit(MAIN, change);
    }

    /** What {@code key} has now. */
    Optional<String> get(String key) {
      return Bench.get(store.current(MAIN), key);
    }
  }

  Client process() {
    return new Client(this);
  }

  /** A process that has created the reference and committed to it, so that it knows the head. */
  Client first() {
    Client process = process();
    process.store.createReference(MAIN);
    process.commit(set("first", "1"));
    process.backend.forget();
    world.waits().clear();
    return process;
  }

  ReferenceRow row() {
    ReferenceKey key = new ReferenceKey(TestStores.SCOPE, MAIN);
    return database.readReference(key, ReadMode.STRONG).orElseThrow();
  }

  /** The messages of all commits, oldest first, as a process that remembers nothing sees them. */
  List<String> log() {
    List<String> messages =
        new ArrayList<>(
            stores.open(database).log(MAIN, 1_000_000).entries().stream()
                .map(LogEntry::message)
                .toList());
    Collections.reverse(messages);
    return messages;
  }

  static Bytes key(String name) {
    return Bytes.ofUtf8(name);
  }

  static WorkingIndex<Bytes> settings(Workspace workspace) {
    return workspace.index(INDEX, ValueSerializer.bytes());
  }

  static Optional<String> get(View view, String key) {
    return view.index(INDEX, ValueSerializer.bytes()).get(key(key)).map(Bytes::toUtf8);
  }

  static void set(Workspace workspace, String key, String value) {
    settings(workspace).put(key(key), Bytes.ofUtf8(value));
  }

  /** Sets a key and says so in the log. */
  static Change<String> set(String key, String value) {
    return workspace -> {
      set(workspace, key, value);
      workspace.message("set " + key);
      return value;
    };
  }

  /** Fails unless {@code key} is there; changes nothing. */
  static Change<String> require(String key) {
    return workspace ->
        get(workspace, key).orElseThrow(() -> new IllegalStateException("no " + key));
  }

  /** Fails if {@code key} is there; changes nothing. */
  static Change<String> refuse(String key) {
    return workspace -> {
      if (get(workspace, key).isPresent()) {
        throw new IllegalStateException("there is " + key);
      }
      return "none";
    };
  }

  /** The outcome of a commit that has ended well. */
  static <R> Committed<R> result(PendingCommit<R> pending) {
    CompletableFuture<Committed<R>> future = pending.result().toCompletableFuture();
    assertEquals(true, future.isDone(), "it has not ended");
    return future.join();
  }

  /** Why a commit failed. */
  static <E extends Throwable> E failure(Class<E> type, PendingCommit<?> pending) {
    CompletableFuture<?> future = pending.result().toCompletableFuture();
    assertEquals(true, future.isDone(), "it has not ended");
    try {
      Object value = future.join();
      throw new AssertionError("it was done: " + value);
    } catch (CompletionException e) {
      return assertThrows(
          type,
          () -> {
            throw e.getCause();
          });
    } catch (CancellationException e) {
      return assertThrows(
          type,
          () -> {
            throw e;
          });
    }
  }
}
