package dev.cairn.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PublisherTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final ReferenceKey MAIN = new ReferenceKey(SCOPE, "main");
  private static final TransferLimits LIMITS =
      new TransferLimits(Duration.ofHours(12), Duration.ofSeconds(5));

  private final TestEnvironment time = new TestEnvironment();
  private final Environment environment = time.environment(3);
  private final Backend database = new InMemoryBackend();

  private static ReferenceRow imported() {
    return new ReferenceRow(
        MAIN,
        OptionalLong.of(7),
        3,
        new Token(1, 1),
        5,
        EarlierHeads.of(List.of(new HeadVersion(2, 6))),
        OptionalLong.empty());
  }

  private MarkedImport marked() {
    return new MarkedImport(
        database,
        new UpdateableObjects(database, new Codec(FormatLevel.NEWEST), Scope.SYSTEM, environment),
        environment,
        LIMITS,
        Optional.of(SCOPE),
        "export");
  }

  /** A process that stands still after each read of a reference. */
  private Backend standingFor(Duration duration) {
    return new ForwardingBackend(database) {
      @Override
      public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
        Optional<ReferenceRow> found = super.readReference(key, mode);
        time.move(duration);
        return found;
      }
    };
  }

  private Optional<Long> head() {
    return database
        .readReference(MAIN, ReadMode.STRONG)
        .filter(row -> row.headId().isPresent())
        .map(row -> row.headId().getAsLong());
  }

  // A collection that began meanwhile may have swept all that the import wrote.
  @Test
  void anImportThatStoodStillBeforeItPublishedIsRefused() {
    var unused = database.insertReference(ReferenceRow.create(MAIN, new Token(2, 2), 5));
    Publisher slow = new Publisher(standingFor(Duration.ofHours(13)), environment, marked());
    assertThrows(ImportRefusedException.class, () -> slow.publish(List.of(imported())));
    assertEquals(Optional.empty(), head());
  }

  @Test
  void anImportThatIsInTimePublishes() {
    new Publisher(standingFor(Duration.ofHours(1)), environment, marked())
        .publish(List.of(imported()));
    assertEquals(Optional.of(7L), head());
  }
}
