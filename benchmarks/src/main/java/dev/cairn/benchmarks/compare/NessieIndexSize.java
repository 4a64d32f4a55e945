package dev.cairn.benchmarks.compare;

import java.util.List;
import org.projectnessie.versioned.storage.common.exceptions.ObjNotFoundException;
import org.projectnessie.versioned.storage.common.objtypes.CommitObj;
import org.projectnessie.versioned.storage.common.objtypes.IndexObj;
import org.projectnessie.versioned.storage.common.objtypes.IndexSegmentsObj;
import org.projectnessie.versioned.storage.common.objtypes.IndexStripe;
import org.projectnessie.versioned.storage.common.persist.Obj;
import org.projectnessie.versioned.storage.common.persist.ObjId;
import org.projectnessie.versioned.storage.common.persist.Persist;

/** The size of a commit's index in bytes: the part in the commit, and all segments. */
final class NessieIndexSize {
  private NessieIndexSize() {}

  static long of(CommitObj commit, Persist persist) throws ObjNotFoundException {
    long bytes =
        commit.incrementalIndex().size() + stripes(commit.referenceIndexStripes(), persist);
    ObjId reference = commit.referenceIndex();
    return reference == null ? bytes : bytes + object(reference, persist);
  }

  private static long object(ObjId id, Persist persist) throws ObjNotFoundException {
    Obj object = persist.fetchObj(id);
    if (object instanceof IndexSegmentsObj segments) {
      return stripes(segments.stripes(), persist);
    }
    return ((IndexObj) object).index().size();
  }

  private static long stripes(List<IndexStripe> stripes, Persist persist)
      throws ObjNotFoundException {
    long bytes = 0;
    for (IndexStripe stripe : stripes) {
      bytes += object(stripe.segment(), persist);
    }
    return bytes;
  }
}
