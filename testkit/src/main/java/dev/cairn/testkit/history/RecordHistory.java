package dev.cairn.testkit.history;

import java.util.List;

/** What clients did to the record of one idempotency key and what they were told. */
public final class RecordHistory extends CallHistory<RecordCall> {
  private final boolean lapses;

  /**
   * @param lapses whether leases may lapse while clients are at it, at any moment
   */
  public RecordHistory(boolean lapses) {
    this.lapses = lapses;
  }

  @Override
  String title() {
    return "the record";
  }

  @Override
  Model model(List<RecordCall> operations) {
    return new RecordModel(operations, lapses);
  }
}
