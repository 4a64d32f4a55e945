package dev.cairn.testkit.workload;

import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import java.util.ArrayList;
import java.util.List;

/** The object that the books' commits store: numbers of commits, in their order. */
public record Note(List<Long> entries) {
  /** All types that books need. */
  public static final ObjectTypes TYPES = ObjectTypes.of(List.of(new Type(), Statement.TYPE));

  /** What is empty is not stored. */
  public Note {
    entries = entries == null ? List.of() : List.copyOf(entries);
  }

  public Note plus(long entry) {
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
