package dev.cairn.iceberg.metadata;

/**
 * An encryption key of a table.
 *
 * @param slot the slot of the snapshot that uses it, if the key is stored beside one; else zero
 * @param position its place among all keys of the table, ascending in the order of the JSON list
 * @param id the key's ID
 * @param json the key as JSON
 */
record StoredKey(int slot, long position, String id, String json) {
  StoredKey at(int newSlot) {
    return new StoredKey(newSlot, position, id, json);
  }
}
