package dev.cairn.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.lease.LeaseState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskRecordTest {
  private static final Map<String, JsonNode> LATER = Map.of("later", new IntNode(7));
  private static final TaskRun PAST =
      new TaskRun(
          2,
          TaskStatus.State.SUCCEEDED,
          "",
          1,
          1,
          1_700_000_000_000_000L,
          1_700_000_000_000_000L,
          1_700_000_000_000_001L,
          false,
          Optional.empty(),
          Optional.of("done"),
          Optional.empty(),
          Map.of());
  private static final TaskRun RUN =
      new TaskRun(
          3,
          TaskStatus.State.RUNNING,
          "all",
          2,
          1,
          1_800_000_000_000_001L,
          1_800_000_000_000_000L,
          0,
          true,
          Optional.of("half"),
          Optional.empty(),
          Optional.of("bad luck"),
          LATER);
  private static final TaskRecord RECORD =
      new TaskRecord(
          new LeaseState(
              "00112233445566778899aabbccddeeff", "db-17", "4711", false, 5, 9, Map.of()),
          RUN,
          Optional.of(PAST),
          LATER);

  /** Persisted permanently: if this fails, the change needs a new format level. */
  @Test
  void theStoredFormIsThatOfTheGoldenFile() throws IOException {
    Codec codec = new Codec(1);
    Bytes stored = golden();
    assertEquals(
        stored.toHex(),
        codec
            .encodeUpdateable(
                TaskRecord.TYPE, RECORD, Optional.of("cairn.gc"), Optional.of(new Token(1, 2)))
            .toHex());
    ObjectKey key =
        new ObjectKey(Scope.SYSTEM, TaskRecord.TYPE.name(), ObjectId.ofName("cairn.gc"));
    assertEquals(RECORD, codec.decode(TaskRecord.TYPE, key, Envelope.ofBytes(key, stored)));
  }

  @Test
  void whatANewerReleaseAddedStaysThroughARun() {
    TaskRun through =
        RUN.begun()
            .reached("more")
            .cancelRequested()
            .left(TaskStatus.State.SUCCEEDED, Optional.of("done"), Optional.empty(), 0, 1);
    assertEquals(LATER, through.unknown());
    assertEquals(LATER, RECORD.with(RECORD.lease()).with(through).next("again", 2).unknown());
  }

  private static Bytes golden() throws IOException {
    try (InputStream in = TaskRecordTest.class.getResourceAsStream("/golden/task-level-1.hex")) {
      assertNotNull(in, "golden file task-level-1.hex is missing");
      return Bytes.ofHex(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }
  }
}
