package dev.cairn.testkit.history;

import java.util.List;

/** What clients did to a list and what they were told: commits and reads of a log. */
public final class ListHistory extends CallHistory<ListCall> {
  @Override
  String title() {
    return "the list";
  }

  @Override
  Model model(List<ListCall> operations) {
    return new ListModel(operations);
  }
}
