package dev.cairn.core.internal.store;

import dev.cairn.api.Scope;
import java.util.HashMap;
import java.util.Map;

/** The stores of a connection: one for each scope, with any number of handles. */
public final class SharedStores {
  private final Stores stores;

  // Any handle on each store, closed or not.
  private final Map<Scope, EngineStore> opened = new HashMap<>();

  /** Shares stores that {@code stores} opens. */
  public SharedStores(Stores stores) {
    this.stores = stores;
  }

  /** A new handle on the store of {@code scope}, which is opened if no handle is. */
  public synchronized EngineStore open(Scope scope) {
    EngineStore known = opened.get(scope);
    if (known != null && known.retain()) {
      return known.another();
    }
    opened.values().removeIf(EngineStore::isUnused);
    EngineStore first = stores.open(scope);
    opened.put(scope, first);
    return first;
  }

  /** Closes all handles. */
  public synchronized void close() {
    opened.values().forEach(EngineStore::closeAll);
    opened.clear();
  }
}
