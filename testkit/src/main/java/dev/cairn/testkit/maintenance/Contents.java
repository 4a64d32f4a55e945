package dev.cairn.testkit.maintenance;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that a store shows of its references: log, every state in it, and nodes of the newest. */
final class Contents {
  private Contents() {}

  /** By what is asked, the answer. */
  static SortedMap<String, Object> of(Cairn cairn, Scope scope) {
    SortedMap<String, Object> contents = new TreeMap<>();
    try (Store store = cairn.store(scope)) {
      for (Reference reference : store.listReferences()) {
        String name = reference.name();
        contents.put(name, reference);
        List<LogEntry> log = log(store, name);
        contents.put(name + " log", log);
        for (LogEntry entry : log) {
          String version = name + " at " + entry.id().head().version();
          Snapshot state = store.at(name, entry.id().head());
          contents.put(version, refs(state));
          contents.put(version + " by time", store.at(name, entry.time()).head());
        }
        contents.put(name + " nodes", nodes(store.current(name)));
      }
    }
    return contents;
  }

  private static List<LogEntry> log(Store store, String reference) {
    List<LogEntry> log = new ArrayList<>();
    LogPage page = store.log(reference, 7);
    log.addAll(page.entries());
    while (page.next().isPresent()) {
      page = store.log(page.next().get(), 7);
      log.addAll(page.entries());
    }
    return log;
  }

  private static SortedMap<String, ObjectRef> refs(Snapshot state) {
    SortedMap<String, ObjectRef> refs = new TreeMap<>();
    for (String index : state.indexNames()) {
      state
          .index(index)
          .list(IndexRange.all())
          .forEachRemaining(entry -> refs.put(index + " " + entry.key().toHex(), entry.value()));
    }
    return refs;
  }

  private static List<Optional<Node>> nodes(Snapshot state) {
    return state.findAll(Node.class, List.copyOf(refs(state).values()));
  }
}
