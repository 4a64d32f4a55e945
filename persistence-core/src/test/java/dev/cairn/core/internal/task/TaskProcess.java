package dev.cairn.core.internal.task;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** One process with a clock of its own, which moves when it is set and when the process waits. */
final class TaskProcess {
  static final TaskSettings SETTINGS =
      new TaskSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          3,
          Duration.ofSeconds(10),
          Duration.ofSeconds(15));

  final EngineTasks tasks;
  final UpdateableObjects objects;
  Instant now = Instant.parse("2026-01-01T00:00:00Z");

  TaskProcess(String name, Backend backend) {
    Environment environment =
        new Environment(
            () -> now, duration -> now = now.plus(duration), new Random(name.hashCode()));
    objects = new UpdateableObjects(backend, new Codec(1), Scope.SYSTEM, environment);
    tasks = new EngineTasks(objects, new LeaseHolder("host", name), SETTINGS, environment);
  }

  void pass(Duration duration) {
    now = now.plus(duration);
  }
}
