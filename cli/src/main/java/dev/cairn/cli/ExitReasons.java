package dev.cairn.cli;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ClockOffException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.InvalidRequestException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.NothingToRecoverException;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.InvalidExportException;
import dev.cairn.snowflake.NoNodeAvailableException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;

/** Which exit code an exception is, and which sentence. */
public final class ExitReasons {
  // The first that fits counts.
  private static final Map<Class<? extends Throwable>, ExitCode> CODES = codes();

  private ExitReasons() {}

  private static Map<Class<? extends Throwable>, ExitCode> codes() {
    Map<Class<? extends Throwable>, ExitCode> codes = new LinkedHashMap<>();
    codes.put(ConfigurationException.class, ExitCode.USAGE);
    codes.put(InvalidRequestException.class, ExitCode.USAGE);
    codes.put(InvalidPageTokenException.class, ExitCode.USAGE);
    codes.put(IllegalArgumentException.class, ExitCode.USAGE);
    codes.put(SchemaMismatchException.class, ExitCode.NOT_FOUND);
    codes.put(ObjectNotFoundException.class, ExitCode.NOT_FOUND);
    codes.put(ReferenceNotFoundException.class, ExitCode.NOT_FOUND);
    codes.put(CatalogNotFoundException.class, ExitCode.NOT_FOUND);
    codes.put(HeadNotFoundException.class, ExitCode.NOT_FOUND);
    codes.put(PageTokenExpiredException.class, ExitCode.NOT_FOUND);
    codes.put(ReferenceExistsException.class, ExitCode.CONFLICT);
    codes.put(CatalogExistsException.class, ExitCode.CONFLICT);
    codes.put(CatalogChangedException.class, ExitCode.CONFLICT);
    codes.put(CatalogNotActiveException.class, ExitCode.CONFLICT);
    codes.put(ClaimConflictException.class, ExitCode.CONFLICT);
    codes.put(CommitConflictException.class, ExitCode.CONFLICT);
    codes.put(NothingToRecoverException.class, ExitCode.CONFLICT);
    codes.put(TaskLostException.class, ExitCode.CONFLICT);
    codes.put(BackendUnavailableException.class, ExitCode.UNAVAILABLE);
    codes.put(ClosedException.class, ExitCode.UNAVAILABLE);
    codes.put(StoreBusyException.class, ExitCode.UNAVAILABLE);
    codes.put(UnknownOutcomeException.class, ExitCode.UNAVAILABLE);
    codes.put(NoNodeAvailableException.class, ExitCode.UNAVAILABLE);
    codes.put(IdsUnavailableException.class, ExitCode.UNAVAILABLE);
    codes.put(ClockOffException.class, ExitCode.UNAVAILABLE);
    codes.put(ImportRefusedException.class, ExitCode.CONFLICT);
    codes.put(ValidationException.class, ExitCode.USAGE);
    codes.put(NoSuchTableException.class, ExitCode.NOT_FOUND);
    codes.put(NoSuchViewException.class, ExitCode.NOT_FOUND);
    codes.put(NoSuchNamespaceException.class, ExitCode.NOT_FOUND);
    codes.put(NotFoundException.class, ExitCode.NOT_FOUND);
    codes.put(AlreadyExistsException.class, ExitCode.CONFLICT);
    codes.put(ForbiddenException.class, ExitCode.CONFLICT);
    codes.put(CommitFailedException.class, ExitCode.CONFLICT);
    codes.put(ServiceUnavailableException.class, ExitCode.UNAVAILABLE);
    codes.put(CommitStateUnknownException.class, ExitCode.UNAVAILABLE);
    codes.put(DamagedDataException.class, ExitCode.DAMAGED);
    codes.put(InvalidExportException.class, ExitCode.DAMAGED);
    return codes;
  }

  /** What the process ends with after {@code failure}. */
  public static ExitCode code(Throwable failure) {
    if (failure instanceof CommandException command) {
      return command.code();
    }
    return code(failure.getClass());
  }

  static ExitCode code(Class<? extends Throwable> type) {
    return CODES.entrySet().stream()
        .filter(entry -> entry.getKey().isAssignableFrom(type))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(ExitCode.FAILED);
  }

  /** What to tell people: the exception's own sentence where it was written for them. */
  public static String sentence(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof SchemaMismatchException && message != null && message.contains("\n")) {
      return toCreate(message);
    }
    if (failure instanceof UncheckedIOException file) {
      return FileProblem.of(file);
    }
    boolean isForPeople =
        failure instanceof CommandException
            || failure instanceof CairnException
            || code(failure) != ExitCode.FAILED;
    return isForPeople && message != null
        ? message
        : "unexpected error: %s. Run the command again with --verbose, and report its output"
            .formatted(failure);
  }

  // What to apply comes in the database's own words after the first sentence; the tool has commands
  // for it.
  private static String toCreate(String message) {
    String first = message.substring(0, message.indexOf('\n'));
    int end = first.lastIndexOf(". ");
    return (end < 0 ? first : first.substring(0, end))
        + "; cairn schema print shows what it needs, cairn schema create creates what is missing";
  }
}
