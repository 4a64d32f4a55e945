package dev.cairn.testkit.maintenance;

import dev.cairn.api.store.Store;
import dev.cairn.testkit.Budget;

/** Commits as fast as it can, and a reference that comes and goes. */
final class Churn {
  private final Store store;

  Churn(Store store) {
    this.store = store;
  }

  void run(Budget commits) {
    for (int i = 0; commits.take(); i++) {
      int number = i;
      store.commit(
          FilledStore.MAIN,
          workspace -> {
            for (int j = 0; j < 10; j++) {
              int key = (number * 37 + j * 151) % FilledStore.KEYS;
              workspace
                  .index(FilledStore.NODES)
                  .put(FilledStore.key(key), workspace.put(Node.of("again " + number)));
            }
            return number;
          });
      if (number % 5 == 0) {
        store.createReference("brief");
        store.commit(
            "brief",
            workspace -> {
              workspace
                  .index(FilledStore.NODES)
                  .put(FilledStore.LARGE, workspace.put(Node.of("brief")));
              return number;
            });
        store.deleteReference("brief");
      }
    }
  }
}
