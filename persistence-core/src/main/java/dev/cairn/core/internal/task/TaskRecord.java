package dev.cairn.core.internal.task;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.core.internal.lease.LeaseState;
import java.util.Map;
import java.util.Optional;

/**
 * The stored form of a task.
 *
 * @param lease the lease of the process that runs it
 * @param run the newest run
 * @param past the run before, for callers that still wait for its result
 * @param unknown properties that a newer release added
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

  private static final LeaseState FREE = new LeaseState("", "", "", true, 0, 0, Map.of());

  /** Replaces absent properties by their defaults. */
  public TaskRecord {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A task that has never run. */
  static TaskRecord first(TaskRun run) {
    return new TaskRecord(FREE, run, Optional.empty(), Map.of());
  }

  TaskRecord with(LeaseState next) {
    return new TaskRecord(next, run, past, unknown);
  }

  TaskRecord with(TaskRun next) {
    return new TaskRecord(lease, next, past, unknown);
  }

  /** The record with the next run, after one that has ended. */
  TaskRecord next(String parameter, long now) {
    TaskRun next = TaskRun.submitted(run.number() + 1, parameter, now, now);
    return new TaskRecord(lease, next, Optional.of(run), unknown);
  }
}
