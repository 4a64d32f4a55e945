package dev.cairn.api.task;

import java.time.Instant;
import java.util.Optional;

/**
 * The newest run of a task, as it was at one moment.
 *
 * @param name the task
 * @param run the number of the run, from 1 on; each submission that begins one raises it
 * @param state where the run is
 * @param parameter what it was submitted with
 * @param attempts how often a process began it
 * @param holder the process that does it, or did last, for operators
 * @param checkpoint how far it got
 * @param result what it returned, if it succeeded
 * @param failure why its last attempt failed, if one did
 * @param submittedAt when the run was submitted
 * @param notBefore when it may begin, or begin again after a failure
 * @param endedAt when it ended
 * @param isCancelRequested whether somebody asked to stop it
 */
public record TaskStatus(
    String name,
    long run,
    TaskState state,
    String parameter,
    int attempts,
    Optional<String> holder,
    Optional<String> checkpoint,
    Optional<String> result,
    Optional<String> failure,
    Instant submittedAt,
    Instant notBefore,
    Optional<Instant> endedAt,
    boolean isCancelRequested) {}
