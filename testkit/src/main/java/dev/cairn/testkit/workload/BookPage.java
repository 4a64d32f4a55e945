package dev.cairn.testkit.workload;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.View;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a state of the books says. A commit moves an amount from an account of one index to an
 * account of another, adds its number to a list, which is one object, and has an object under a key
 * of its own: all of it or nothing, so the accounts add up to nothing in every state.
 */
public final class BookPage {
  /** The attribute that says where in the list a commit came to stand. */
  public static final String POSITION = "position";

  private static final String LIST = "list";
  private static final String NUMBERS = "numbers";
  private static final String CREDIT = "credit";
  private static final String DEBIT = "debit";
  private static final Bytes ALL = Key.of("all");
  private static final int ACCOUNTS = 3;
  // Long keys, so that the head spills pages after some commits.
  private static final String PADDING = "-".repeat(150);

  private BookPage() {}

  /** Adds commit {@code number} to what a change finds; returns the list with it. */
  public static List<Long> write(Workspace workspace, long number) {
    List<Long> found = checkedList(workspace);
    if (found.contains(number)) {
      throw new AssertionError(number + " would be applied twice: it is in " + found);
    }
    move(workspace, CREDIT, number % ACCOUNTS, -number);
    move(workspace, DEBIT, number % 7 % ACCOUNTS, number);
    Note next = new Note(found).plus(number);
    workspace.index(LIST).put(ALL, workspace.put(next));
    ObjectRef own = workspace.put(ownObject(number));
    workspace.index(NUMBERS).put(Key.of(number + PADDING), own);
    workspace.message(Long.toString(number));
    workspace.attribute(POSITION, Integer.toString(next.entries().size()));
    return next.entries();
  }

  private static Object ownObject(long number) {
    return isLarge(number) ? Statement.of(number) : new Note(List.of(number));
  }

  private static boolean isLarge(long number) {
    return number % 3 != 0;
  }

  private static void move(Workspace workspace, String index, long account, long amount) {
    WorkingIndex<Bytes> accounts = workspace.index(index, ValueSerializer.bytes());
    Bytes key = Key.of("account " + account);
    long before = accounts.get(key).map(BookPage::amount).orElse(0L);
    accounts.put(key, Bytes.ofUtf8(Long.toString(before + amount)));
  }

  private static Long amount(Bytes bytes) {
    return Long.valueOf(new String(bytes.toByteArray(), StandardCharsets.UTF_8));
  }

  /** The numbers of all commits in {@code view}, in their order, if its accounts add up. */
  public static List<Long> checkedList(View view) {
    List<Long> list =
        view.index(LIST).get(ALL).map(ref -> view.get(Note.class, ref).entries()).orElse(List.of());
    long moved = list.stream().mapToLong(Long::longValue).sum();
    long credit = sum(view, CREDIT);
    long debit = sum(view, DEBIT);
    if (credit != -moved || debit != moved) {
      throw new AssertionError(
          "the accounts have %d and %d after %s, which moved %d"
              .formatted(credit, debit, list, moved));
    }
    return list;
  }

  private static long sum(View view, String index) {
    long sum = 0;
    IndexCursor<Bytes> cursor = view.index(index, ValueSerializer.bytes()).list(IndexRange.all());
    while (cursor.next()) {
      sum += amount(cursor.value());
    }
    return sum;
  }

  /** Checks that every commit's own object is there, and no other. */
  public static void checkObjects(View view, List<Long> list) {
    List<ObjectRef> refs = new ArrayList<>();
    view.index(NUMBERS).list(IndexRange.all()).forEachRemaining(e -> refs.add(e.value()));
    List<Long> found = new ArrayList<>();
    addEntries(view, refs, Note.class, Note::entries, found);
    addEntries(view, refs, Statement.class, Statement::entries, found);
    if (!new TreeSet<>(found).equals(new TreeSet<>(list)) || found.size() != list.size()) {
      throw new AssertionError("there are objects of %s, but commits %s".formatted(found, list));
    }
  }

  private static <T> void addEntries(
      View view,
      List<ObjectRef> all,
      Class<T> valueClass,
      Function<T, List<Long>> entries,
      List<Long> found) {
    String type = Note.TYPES.forClass(valueClass).name();
    List<ObjectRef> refs = all.stream().filter(ref -> ref.type().equals(type)).toList();
    List<Optional<T>> values = view.findAll(valueClass, refs);
    for (int i = 0; i < refs.size(); i++) {
      ObjectRef ref = refs.get(i);
      // Says why it is missing.
      found.addAll(entries.apply(values.get(i).orElseGet(() -> view.get(valueClass, ref))));
    }
  }
}
