package dev.cairn.core.task;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.core.lease.LeaseState;
import java.util.Map;
import java.util.Optional;

/**
 * A task as it is stored.
 *
 * @param lease who does it
 * @param run the newest run
 * @param past the run before, for those who still wait for its result
 * @param unknown what a newer release put there
 */
public record TaskRecord(
    LeaseState lease,
    TaskRun run,
    Optional<TaskRun> past,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of the rows. */
  public static final ObjectType<TaskRecord> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.task";
        }

        @Override
        public Class<TaskRecord> valueClass() {
          return TaskRecord.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  private static final LeaseState NOBODY = new LeaseState("", "", "", true, 0, 0, Map.of());

  /** Fills in what was left out. */
  public TaskRecord {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A task that nobody has ever done. */
  static TaskRecord first(TaskRun run) {
    return new TaskRecord(NOBODY, run, Optional.empty(), Map.of());
  }

  TaskRecord with(LeaseState next) {
    return new TaskRecord(next, run, past, unknown);
  }

  TaskRecord with(TaskRun next) {
    return new TaskRecord(lease, next, past, unknown);
  }

  /** Begins the run after one that is over. */
  TaskRecord next(String parameter, long now) {
    TaskRun next = TaskRun.submitted(run.number() + 1, parameter, now, now);
    return new TaskRecord(lease, next, Optional.of(run), unknown);
  }
}
