package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership.Kept;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Outcomes of every size come back as they were, or it is said that they cannot. */
public interface OutcomeContract extends IdempotencyPart {
  /** The type of the rows that hold parts of outcomes. */
  String PART_TYPE = "cairn.idempotency-part";

  private Outcome ofSize(int bytes) {
    byte[] body = new byte[bytes];
    seed().random("body").nextBytes(body);
    return Outcome.of(200, "application/octet-stream", Bytes.wrap(body));
  }

  private List<ObjectRow> parts(Site site) {
    List<ObjectRow> rows = new ArrayList<>();
    var unused =
        backend()
            .scanObjects(
                Optional.of(site.scope()),
                Optional.of(PART_TYPE),
                ScanBound.NONE,
                Optional.empty(),
                rows::add);
    return rows;
  }

  @Test
  default void outcomesOfEverySizeComeBackAsTheyWere() {
    Site site = new Site(this);
    Server server = site.server();
    int row = backend().limits().maxValueBytes();
    Random random = seed().random("sizes");
    List<Integer> sizes =
        List.of(0, 1, row / 2 - 600, row / 2, row, 2 * row + 1, random.nextInt(3 * row));
    for (int i = 0; i < sizes.size(); i++) {
      Outcome outcome =
          ofSize(sizes.get(i))
              .withHeaders(Map.of("ETag", List.of("\"x\""), "Set", List.of("a", "b")))
              .withResourceId("größe");
      assertEquals(new Kept.Done(), server.reserved(Site.request("k" + i)).finish(outcome));
      Reservation.Replay replay =
          assertInstanceOf(Reservation.Replay.class, site.server().reserve(Site.request("k" + i)));
      assertEquals(outcome, replay.outcome());
    }
    assertTrue(parts(site).size() >= 5, "large ones are in parts");
  }

  /** Names of parts have numbers in them; in Egypt, a process writes those in other digits. */
  @Test
  default void aLargeOutcomeIsFoundByProcessesWithOtherDigits() {
    Site site = new Site(this);
    Outcome outcome = ofSize(2 * backend().limits().maxValueBytes());
    List<String> locales = List.of("en", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva");
    Locale before = Locale.getDefault();
    Locale.Category format = Locale.Category.FORMAT;
    Locale formatBefore = Locale.getDefault(format);
    try {
      for (String writer : locales) {
        Locale.setDefault(Locale.forLanguageTag(writer));
        assertEquals(new Kept.Done(), site.server().reserved(Site.request(writer)).finish(outcome));
        for (String reader : locales) {
          Locale.setDefault(Locale.forLanguageTag(reader));
          Reservation found = site.server().reserve(Site.request(writer));
          Reservation.Replay replay =
              assertInstanceOf(Reservation.Replay.class, found, () -> writer + ", " + reader);
          assertEquals(outcome, replay.outcome());
        }
      }
    } finally {
      Locale.setDefault(before);
      Locale.setDefault(format, formatBefore);
    }
    assertTrue(parts(site).size() >= 2 * locales.size(), "they are in parts");
  }

  @Test
  default void aSummaryComesBackAsASummary() {
    Site site = new Site(this);
    Outcome outcome =
        Outcome.of(200)
            .withBody("application/json", new Outcome.Body.Summary(Bytes.ofUtf8("snapshot 7")));
    assertEquals(new Kept.Done(), site.server().reserved(Site.request("k")).finish(outcome));
    assertEquals(
        new Reservation.Replay(outcome, site.clock().instant()),
        site.server().reserve(Site.request("k")));
  }

  @Test
  default void anOutcomeThatCannotBeProducedIsNeverExecutedAgain() {
    Site site = new Site(this);
    IdempotencySettings small =
        new IdempotencySettings(
            true,
            Site.SETTINGS.keyRule(),
            Site.SETTINGS.lifetime(),
            Site.SETTINGS.grace(),
            Site.SETTINGS.lease(),
            Site.SETTINGS.patience(),
            Site.SETTINGS.whenUnreachable(),
            1000);
    Server server = site.server(backend(), small);
    assertEquals(new Kept.Done(), server.reserved(Site.request("large")).finish(ofSize(2000)));
    assertInstanceOf(Reservation.ReplayFailed.class, site.server().reserve(Site.request("large")));
    Outcome inParts = ofSize(2 * backend().limits().maxValueBytes());
    assertEquals(new Kept.Done(), site.server().reserved(Site.request("parts")).finish(inParts));
    ObjectRow lost = parts(site).get(0);
    var unused = backend().deleteIf(lost.key(), lost.token().orElseThrow());
    assertInstanceOf(Reservation.ReplayFailed.class, site.server().reserve(Site.request("parts")));
    site.pass(RecordContract.LAPSE);
    assertInstanceOf(Reservation.ReplayFailed.class, site.server().reserve(Site.request("parts")));
  }

  @Test
  default void partsOutliveTheirRecordsAndArePurgedAfterThem() {
    Site site = new Site(this);
    Server server = site.server();
    Outcome outcome = ofSize(2 * backend().limits().maxValueBytes());
    assertEquals(new Kept.Done(), server.reserved(Site.request("k")).finish(outcome));
    int count = parts(site).size();
    site.pass(RecordContract.KEPT);
    purgeAll(server);
    assertEquals(count, parts(site).size(), "they may still be asked for");
    assertInstanceOf(Reservation.Replay.class, server.reserve(Site.request("k")));
    site.pass(Site.SKEW.plus(RecordContract.MICRO));
    purgeAll(server);
    assertEquals(List.of(), parts(site));
  }

  private static void purgeAll(Server server) {
    Purged purged = server.records().purge(100);
    for (int i = 0; i < 100 && !purged.isComplete(); i++) {
      purged = server.records().purge(100);
    }
    assertTrue(purged.isComplete(), purged::toString);
  }
}
