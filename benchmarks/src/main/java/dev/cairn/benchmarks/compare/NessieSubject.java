package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.IndexWorkload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.projectnessie.nessie.relocated.protobuf.ByteString;
import org.projectnessie.versioned.storage.common.exceptions.CommitConflictException;
import org.projectnessie.versioned.storage.common.exceptions.CommitWrappedException;
import org.projectnessie.versioned.storage.common.exceptions.ObjNotFoundException;
import org.projectnessie.versioned.storage.common.exceptions.ObjTooLargeException;
import org.projectnessie.versioned.storage.common.exceptions.RefConditionFailedException;
import org.projectnessie.versioned.storage.common.exceptions.RefNotFoundException;
import org.projectnessie.versioned.storage.common.exceptions.RetryTimeoutException;
import org.projectnessie.versioned.storage.common.indexes.StoreIndex;
import org.projectnessie.versioned.storage.common.indexes.StoreIndexElement;
import org.projectnessie.versioned.storage.common.indexes.StoreKey;
import org.projectnessie.versioned.storage.common.logic.CommitLogic;
import org.projectnessie.versioned.storage.common.logic.CommitRetry;
import org.projectnessie.versioned.storage.common.logic.CreateCommit;
import org.projectnessie.versioned.storage.common.logic.IndexesLogic;
import org.projectnessie.versioned.storage.common.logic.Logics;
import org.projectnessie.versioned.storage.common.objtypes.CommitHeaders;
import org.projectnessie.versioned.storage.common.objtypes.CommitObj;
import org.projectnessie.versioned.storage.common.objtypes.CommitOp;
import org.projectnessie.versioned.storage.common.objtypes.ContentValueObj;
import org.projectnessie.versioned.storage.common.objtypes.StandardObjType;
import org.projectnessie.versioned.storage.common.persist.Obj;
import org.projectnessie.versioned.storage.common.persist.ObjId;
import org.projectnessie.versioned.storage.common.persist.Persist;
import org.projectnessie.versioned.storage.common.persist.Reference;

/**
 * Nessie's storage, used like Nessie's own service: a commit reads the reference, looks up the key
 * to find the expected value, stores value and commit by one call, and moves the reference; its own
 * retry repeats commits that lost a race, without storing the value again.
 */
final class NessieSubject implements Subject {
  private static final String REFERENCE = "refs/heads/" + NessieStorage.BRANCH;
  private static final int PAYLOAD = 1;

  private final NessieStorage storage;
  private final Persist persist;
  private final CommitLogic commits;
  private final IndexesLogic indexes;

  NessieSubject(NessieStorage storage) {
    this.storage = storage;
    this.persist = storage.connect();
    this.commits = Logics.commitLogic(persist);
    this.indexes = Logics.indexesLogic(persist);
  }

  @Override
  public Subject another() {
    return new NessieSubject(storage);
  }

  private static StoreKey key(int number) {
    return StoreKey.key(IndexWorkload.name(number));
  }

  private static UUID contentId(int number) {
    return UUID.nameUUIDFromBytes(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
  }

  private static ContentValueObj value(int number, byte[] value) {
    return ContentValueObj.contentValue(
        contentId(number).toString(), PAYLOAD, ByteString.copyFrom(value));
  }

  @Override
  public void load(List<Integer> numbers, DistinctValues values) {
    for (int from = 0; from < numbers.size(); from += KEYS_PER_LOADING_COMMIT) {
      int end = Math.min(numbers.size(), from + KEYS_PER_LOADING_COMMIT);
      List<Put> puts = new ArrayList<>();
      for (int number : numbers.subList(from, end)) {
        puts.add(Put.of(number, values.next(DistinctValues.SMALL)));
      }
      if (!commit(puts)) {
        throw new IllegalStateException("a loading commit was given up");
      }
    }
  }

  /** A key and the object it leads to. */
  private record Put(StoreKey key, UUID contentId, ContentValueObj value) {
    static Put of(int number, byte[] bytes) {
      return new Put(
          NessieSubject.key(number),
          NessieSubject.contentId(number),
          NessieSubject.value(number, bytes));
    }
  }

  @Override
  public boolean commit(int number, byte[] value) {
    return commit(List.of(Put.of(number, value)));
  }

  private boolean commit(List<Put> puts) {
    try {
      CommitRetry.commitRetry(persist, (same, earlier) -> attempt(puts, earlier.isPresent()));
      return true;
    } catch (RetryTimeoutException e) {
      return false;
    } catch (CommitWrappedException | CommitConflictException e) {
      throw new IllegalStateException(e);
    }
  }

  private CommitObj attempt(List<Put> puts, boolean valuesAreStored)
      throws CommitWrappedException, CommitConflictException, CommitRetry.RetryException {
    try {
      Reference reference = persist.fetchReferenceForUpdate(REFERENCE);
      CommitObj head = commits.headCommit(reference);
      StoreIndex<CommitOp> index = indexes.buildCompleteIndexOrEmpty(head);
      Set<StoreKey> keys = new HashSet<>();
      puts.forEach(put -> keys.add(put.key));
      index.loadIfNecessary(keys);
      CreateCommit.Builder commit =
          CreateCommit.newCommitBuilder()
              .parentCommitId(reference.pointer())
              .message("update")
              .headers(CommitHeaders.EMPTY_COMMIT_HEADERS);
      for (Put put : puts) {
        commit.addAdds(
            CreateCommit.Add.commitAdd(
                put.key, PAYLOAD, put.value.id(), existing(index, put.key), put.contentId));
      }
      List<Obj> values = new ArrayList<>();
      if (!valuesAreStored) {
        puts.forEach(put -> values.add(put.value));
      }
      CommitObj next = commits.doCommit(commit.build(), values);
      persist.updateReferencePointer(reference, next.id());
      return next;
    } catch (RefConditionFailedException e) {
      throw new CommitRetry.RetryException(Optional.of(true));
    } catch (ObjNotFoundException | RefNotFoundException e) {
      throw new CommitWrappedException(e);
    }
  }

  private static @Nullable ObjId existing(StoreIndex<CommitOp> index, StoreKey key) {
    StoreIndexElement<CommitOp> element = index.get(key);
    return element == null || !element.content().action().exists()
        ? null
        : element.content().value();
  }

  private StoreIndex<CommitOp> current() throws ObjNotFoundException {
    return indexes.buildCompleteIndexOrEmpty(commits.headCommit(persist.fetchReference(REFERENCE)));
  }

  @Override
  public int lookUp(int number) {
    try {
      ObjId id = existing(current(), key(number));
      if (id == null) {
        throw new IllegalStateException("a key is missing: " + number);
      }
      return persist.fetchTypedObj(id, StandardObjType.VALUE, ContentValueObj.class).data().size();
    } catch (ObjNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long list() {
    long listed = 0;
    for (Iterator<StoreIndexElement<CommitOp>> all = everything(); all.hasNext(); ) {
      StoreIndexElement<CommitOp> element = all.next();
      CommitOp found = element.content();
      listed += found.action().exists() && !element.key().rawString().isEmpty() ? 1 : 0;
    }
    return listed;
  }

  @Override
  public long listLevel() {
    Set<String> namespaces = new HashSet<>();
    for (Iterator<StoreIndexElement<CommitOp>> all = everything(); all.hasNext(); ) {
      String key = all.next().key().rawString();
      namespaces.add(key.substring(0, key.lastIndexOf('\0')));
    }
    return namespaces.size();
  }

  private Iterator<StoreIndexElement<CommitOp>> everything() {
    try {
      return current().iterator(null, null, true);
    } catch (ObjNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<?> store(List<byte[]> values) {
    Obj[] objects = values.stream().map(value -> value(0, value)).toArray(Obj[]::new);
    try {
      if (objects.length == 1) {
        persist.storeObj(objects[0]);
      } else {
        persist.storeObjs(objects);
      }
    } catch (ObjTooLargeException e) {
      throw new IllegalStateException(e);
    }
    List<ObjId> ids = new ArrayList<>();
    for (Obj object : objects) {
      ids.add(object.id());
    }
    return ids;
  }

  @Override
  public long fetch(List<?> handles) {
    try {
      ObjId[] ids = handles.toArray(ObjId[]::new);
      long length = 0;
      for (ContentValueObj each :
          ids.length == 1
              ? new ContentValueObj[] {
                persist.fetchTypedObj(ids[0], StandardObjType.VALUE, ContentValueObj.class)
              }
              : persist.fetchTypedObjs(ids, StandardObjType.VALUE, ContentValueObj.class)) {
        length += each.data().size();
      }
      return length;
    } catch (ObjNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long indexBytes() {
    try {
      return NessieIndexSize.of(commits.headCommit(persist.fetchReference(REFERENCE)), persist);
    } catch (ObjNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Costs costs() {
    return storage.costs();
  }

  @Override
  public void close() {
    storage.close();
  }
}
