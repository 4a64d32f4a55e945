package dev.cairn.core.internal.transfer;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.index.IndexNode;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.runtime.Environment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Objects beyond the bound of the scan that exported rows refer to. They exist where heads do not
 * record the newest ID they need, because a clock may have been farther ahead than allowed. They
 * are read one by one. Each existed before the rows that refer to it, so this ends.
 */
final class LateObjects {
  private static final int BATCH = 100;

  private final Backend backend;
  private final Codec codec;
  private final Environment environment;
  private final ScanBound bound;
  private final Set<ObjectKey> met = new HashSet<>();
  private final Deque<ObjectKey> unread = new ArrayDeque<>();

  LateObjects(Backend backend, Codec codec, Environment environment, ScanBound bound) {
    this.backend = backend;
    this.codec = codec;
    this.environment = environment;
    this.bound = bound;
  }

  /** Collects the references of an exported row. */
  void look(ObjectKey key, Envelope stored) {
    Envelope envelope = stored;
    if (stored.body() instanceof Envelope.Body.Chunks chunks) {
      chunks
          .chunkIds()
          .forEach(id -> note(key.scope(), new ObjectRef(ImmutableObjects.CHUNK_TYPE, id)));
      Optional<Envelope> whole = whole(key);
      if (whole.isEmpty()) {
        return; // it has lost a chunk, so it is no longer reachable
      }
      envelope = whole.get();
    }
    envelope.references().forEach(ref -> note(key.scope(), ref));
    if (key.type().equals(Head.TYPE.name())) {
      lookIntoHead(key, envelope);
    } else if (key.type().equals(Heads.PAGE_TYPE)) {
      Bytes page = codec.decodeRaw(key, envelope);
      note(key.scope(), IndexNode.ofPage(key.id().toLong(), page));
    }
  }

  private void lookIntoHead(ObjectKey key, Envelope envelope) {
    Head head = codec.decode(Head.TYPE, key, envelope);
    head.indexes().values().forEach(root -> note(key.scope(), IndexNode.ofRoot(root)));
    EarlierHeads.ofBytes(head.earlier())
        .heads()
        .forEach(each -> note(key.scope(), new ObjectRef(Head.TYPE.name(), each.headId())));
  }

  private void note(Scope scope, IndexNode node) {
    node.pages().forEach(id -> note(scope, new ObjectRef(Heads.PAGE_TYPE, id)));
    node.objects().forEach(ref -> note(scope, ref));
  }

  private Optional<Envelope> whole(ObjectKey key) {
    ObjectRef ref = new ObjectRef(key.type(), key.id().toLong());
    ImmutableObjects objects =
        new ImmutableObjects(
            backend, codec, ObjectTypes.of(List.of()), key.scope(), LateObjects::noId, environment);
    return Optional.ofNullable(objects.wholeEnvelopes(List.of(ref)).get(ref));
  }

  private static long noId() {
    throw new IllegalStateException("an export writes no objects");
  }

  private void note(Scope scope, ObjectRef ref) {
    ObjectKey key = ref.in(scope);
    if (bound.isBeyond(key) && met.add(key)) {
      unread.add(key);
    }
  }

  /**
   * Hands all collected objects, and what they refer to, to {@code receiver}, which calls {@link
   * #look} for each. Missing objects are left out: if a reference needs one, the check reports it.
   */
  void read(Consumer<ObjectRow> receiver) {
    while (!unread.isEmpty()) {
      List<ObjectKey> batch = new ArrayList<>(BATCH);
      while (batch.size() < BATCH && !unread.isEmpty()) {
        batch.add(unread.remove());
      }
      for (Optional<ObjectRow> found : backend.fetch(batch, ReadMode.STRONG)) {
        found.ifPresent(receiver);
      }
    }
  }
}
