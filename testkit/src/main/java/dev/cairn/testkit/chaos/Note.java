package dev.cairn.testkit.chaos;

import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import java.util.ArrayList;
import java.util.List;

/** The object that the books' commits store: numbers of commits, in their order. */
record Note(List<Long> entries) {
  /** All types that books need. */
  static final ObjectTypes TYPES = ObjectTypes.of(List.of(new Type()));

  /** What is empty is not stored. */
  Note {
    entries = entries == null ? List.of() : List.copyOf(entries);
  }

  Note plus(long entry) {
    List<Long> more = new ArrayList<>(entries);
    more.add(entry);
    return new Note(more);
  }

  private record Type() implements ObjectType<Note> {
    @Override
    public String name() {
      return "note";
    }

    @Override
    public Class<Note> valueClass() {
      return Note.class;
    }
  }
}
