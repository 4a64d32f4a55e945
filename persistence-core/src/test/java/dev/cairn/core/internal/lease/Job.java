package dev.cairn.core.internal.lease;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A value that is more than its lease, as that of a task. */
record Job(
    LeaseState lease,
    Optional<String> result,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  static final Duration DURATION = Duration.ofSeconds(10);

  private static final ObjectType<Job> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "job";
        }

        @Override
        public Class<Job> valueClass() {
          return Job.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  static final UpdateableId<Job> ID = UpdateableId.named(TYPE, "a job");

  private static final LeaseField<Job> FIELD =
      new LeaseField<>() {
        @Override
        public LeaseState lease(Job value) {
          return value.lease();
        }

        @Override
        public Job withLease(Job value, LeaseState lease) {
          return new Job(lease, value.result(), value.unknown());
        }

        @Override
        public OptionalLong expiresAtMicros(Job value) {
          return OptionalLong.of(micros(value.lease().until()));
        }
      };

  /** Leases count from 2025 in milliseconds, rows from 1970 in microseconds. */
  static long micros(long until) {
    return SnowflakeId.toInstant(until).toEpochMilli() * 1_000;
  }

  Job(LeaseState lease) {
    this(lease, Optional.empty(), Map.of());
  }

  Job withResult(String text) {
    return new Job(lease, Optional.of(text), unknown);
  }

  static Leases<Job> leases(TestHolder process) {
    return process.leases(FIELD);
  }

  static Acquired<Job> acquire(TestHolder process) {
    return leases(process).acquire(ID, process.holder, DURATION, Job::new);
  }

  static Lease<Job> granted(TestHolder process) {
    if (acquire(process) instanceof Acquired.Granted<Job> granted) {
      return granted.lease();
    }
    throw new AssertionError("not granted to " + process.holder);
  }
}
