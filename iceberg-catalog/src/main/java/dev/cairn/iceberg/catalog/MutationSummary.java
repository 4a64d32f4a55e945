package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.iceberg.catalog.MutationResult.EntitiesResult;
import dev.cairn.iceberg.catalog.MutationResult.PropertiesResult;
import dev.cairn.iceberg.catalog.MutationResult.ResetResult;
import dev.cairn.iceberg.catalog.MutationResult.TablesResult;
import dev.cairn.iceberg.catalog.MutationResult.ViewResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is kept of a mutation under the key of its request: enough to find its result again.
 *
 * <p>Heads keep summaries for as long as keys live, so a summary names states and does not have
 * them.
 *
 * @param form what the result is
 * @param operation the operation, as in the log
 * @param entities what was changed
 * @param missing the bits of {@link PropertiesResult}, else empty
 */
record MutationSummary(Form form, String operation, List<Entity> entities, Bytes missing) {
  /** The tables that one request may name, so that its summary fits where heads keep it. */
  static final int MAX_ENTITIES = 400;

  private static final int FORMAT = 1;
  private static final int DONE = 200;

  /** What a result is. */
  enum Form {
    TABLES(0),
    VIEW(1),
    PROPERTIES(2),
    ENTITIES(3),
    RESET(4);

    private final int code;

    Form(int code) {
      this.code = code;
    }

    /** The result is of one entity. */
    boolean isSingle() {
      return this == VIEW || this == PROPERTIES || this == RESET;
    }

    static Form read(ByteReader in) {
      int code = in.getByte();
      return Arrays.stream(values())
          .filter(form -> form.code == code)
          .findFirst()
          .orElseThrow(() -> in.damaged("it has the unknown form " + code));
    }
  }

  /**
   * An entity that was changed, or the report of a reset.
   *
   * @param id its ID
   * @param state the ID of its state; zero if the result has none
   */
  record Entity(long id, long state) {}

  static MutationSummary of(String operation, MutationResult result) {
    if (result instanceof TablesResult tables) {
      List<Entity> entities =
          tables.tables().stream()
              .map(table -> new Entity(table.id(), table.stateRef().id()))
              .toList();
      return new MutationSummary(Form.TABLES, operation, entities, Bytes.empty());
    } else if (result instanceof ViewResult view) {
      Entity entity = new Entity(view.id(), view.state().id());
      return new MutationSummary(Form.VIEW, operation, List.of(entity), Bytes.empty());
    } else if (result instanceof PropertiesResult changed) {
      List<Entity> entities = List.of(new Entity(changed.id(), 0));
      return new MutationSummary(Form.PROPERTIES, operation, entities, changed.missing());
    }
    if (result instanceof ResetResult reset) {
      Entity report = new Entity(reset.record().id(), reset.record().id());
      return new MutationSummary(Form.RESET, operation, List.of(report), Bytes.empty());
    }
    EntitiesResult changed = (EntitiesResult) result;
    List<Entity> entities =
        changed.ids().stream().map(id -> new Entity(id, changed.state())).toList();
    return new MutationSummary(Form.ENTITIES, operation, entities, Bytes.empty());
  }

  /** Whether it names the state {@code id}. */
  boolean names(long id) {
    return entities.stream().anyMatch(entity -> entity.state() == id);
  }

  /** The outcome of the request; servers restore the complete one from it. */
  Outcome toOutcome() {
    return new Outcome(
        DONE,
        new TreeMap<>(),
        Optional.empty(),
        new Outcome.Body.Summary(encode()),
        Optional.empty());
  }

  static MutationSummary of(Outcome outcome) {
    return decode(outcome.body().bytes());
  }

  Bytes encode() {
    ByteWriter out =
        new ByteWriter(32 + 2 * Long.BYTES * entities.size())
            .putByte(FORMAT)
            .putByte(form.code)
            .putText(operation)
            .putSized(missing)
            .putVarint(entities.size());
    entities.forEach(entity -> out.putLong(entity.id()).putLong(entity.state()));
    return out.toBytes();
  }

  /** Ignores what a later release has added at the end. */
  static MutationSummary decode(Bytes bytes) {
    ByteReader in = new ByteReader("the summary of a mutation", bytes);
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is unknown");
    }
    Form form = Form.read(in);
    String operation = in.getText();
    Bytes missing = in.getSized();
    int count = in.getCount(2 * Long.BYTES);
    if (count == 0 && form.isSingle()) {
      throw in.damaged("it names no entity");
    }
    List<Entity> entities = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entities.add(new Entity(in.getLong(), in.getLong()));
    }
    return new MutationSummary(form, operation, entities, missing);
  }
}
