package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A finding as a page for people: operations as bars over time, one lane a client. It needs nothing
 * but the file itself.
 */
final class ViolationPage {
  private static final int LEAST_UNIT = 16;
  private static final int MOST_UNIT = 90;
  private static final int SCREEN = 1_200;
  private static final int LANE = 26;

  private static final String STYLE =
      """
      body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color: #1b1f24; background: #fff; }
      h1 { font-size: 1.3em; } h2 { font-size: 1.05em; margin-top: 2em; }
      .chart { position: relative; overflow-x: auto; border: 1px solid #d0d7de; padding: 8px 0; }
      .lane { position: relative; border-bottom: 1px solid #eaeef2; }
      .name { position: sticky; left: 0; display: inline-block; width: 120px; padding: 4px 8px;
              box-sizing: border-box; background: #fff; font-weight: 600; z-index: 2;
              overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .bar { position: absolute; height: 20px; border-radius: 4px; box-sizing: border-box;
             padding: 0 4px; overflow: hidden; white-space: nowrap; font-size: 11px;
             line-height: 19px; border: 1px solid #8c959f; background: #eaeef2; }
      .placed { background: #aceebb; border-color: #1a7f37; }
      .stuck { background: #ffcecb; border: 2px solid #cf222e; font-weight: 700; }
      .unknown { border-style: dashed; border-right: none; border-radius: 4px 0 0 4px; }
      .bar:hover { outline: 2px solid #0969da; z-index: 1; }
      table { border-collapse: collapse; } td, th { text-align: left; padding: 2px 12px 2px 0; }
      tr.bad td { color: #cf222e; font-weight: 700; }
      .key span { position: static; display: inline-block; margin-right: 1em; }
      """;

  private final HistoryFinding finding;
  private final List<? extends Timed> calls;
  private final Map<Integer, Integer> orders = new HashMap<>();
  private final Map<Long, Integer> ranks = new HashMap<>();
  private final StringBuilder out = new StringBuilder();
  private int stuck = -1;
  private final int unit;

  private ViolationPage(HistoryFinding finding) {
    this.finding = finding;
    this.calls = finding.calls();
    for (int i = 0; i < finding.placed().size(); i++) {
      orders.put(finding.placed().get(i), i + 1);
    }
    if (finding.verdict() instanceof HistoryVerdict.Violation violation) {
      stuck = violation.stuck();
    }
    TreeSet<Long> times = new TreeSet<>();
    for (Timed call : calls) {
      times.add(call.invoked());
      if (call.isCertain()) {
        times.add(call.returned());
      }
    }
    for (long time : times) {
      ranks.put(time, ranks.size());
    }
    unit = Math.max(LEAST_UNIT, Math.min(MOST_UNIT, SCREEN / (ranks.size() + 2)));
  }

  static String render(String name, HistoryFinding finding) {
    return new ViolationPage(finding).page(name);
  }

  private String page(String name) {
    out.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(escape(name))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head><body>\n<h1>")
        .append(escape(name))
        .append("</h1>\n<p>")
        .append(escape(finding.describe()))
        .append(".</p>\n");
    legend();
    chart();
    table();
    return out.append("</body></html>\n").toString();
  }

  private void legend() {
    out.append("<p class=\"key\"><span class=\"bar placed\">placed, with its number</span>")
        .append("<span class=\"bar stuck\">cannot be placed</span>")
        .append("<span class=\"bar\">after it, or not placed</span>")
        .append("<span class=\"bar unknown\">outcome unknown: may happen at any later time</span>")
        .append("</p>\n");
  }

  private void chart() {
    Map<String, List<Integer>> clients = new LinkedHashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      clients.computeIfAbsent(calls.get(i).client(), unused -> new ArrayList<>()).add(i);
    }
    int width = 130 + unit * (ranks.size() + 2);
    out.append("<div class=\"chart\">\n");
    clients.forEach((client, operations) -> lane(client, operations, width));
    out.append("</div>\n");
  }

  private void lane(String client, List<Integer> operations, int width) {
    // Operations of one client that overlap get lines of their own.
    List<Integer> lineEnds = new ArrayList<>();
    StringBuilder bars = new StringBuilder();
    for (int operation : operations) {
      int begin = ranks.getOrDefault(calls.get(operation).invoked(), 0);
      int end = end(calls.get(operation));
      int line = 0;
      while (line < lineEnds.size() && lineEnds.get(line) > begin) {
        line++;
      }
      if (line == lineEnds.size()) {
        lineEnds.add(end);
      } else {
        lineEnds.set(line, end);
      }
      bar(bars, operation, begin, end, line);
    }
    out.append(
        "<div class=\"lane\" style=\"height:%dpx;width:%dpx\"><span class=\"name\">%s</span>%s</div>\n"
            .formatted(LANE * lineEnds.size() + 4, width, escape(client), bars));
  }

  private int end(Timed call) {
    return call.isCertain() ? ranks.getOrDefault(call.returned(), 0) : ranks.size() + 1;
  }

  private void bar(StringBuilder bars, int operation, int begin, int end, int line) {
    Timed call = calls.get(operation);
    Integer order = orders.get(operation);
    String kind = operation == stuck ? " stuck" : order != null ? " placed" : "";
    String label = (order == null ? "" : order + " ") + call.describe();
    String times =
        "%s, from %d to %s"
            .formatted(
                call.client(), call.invoked(), call.isCertain() ? call.returned() : "no answer");
    String state = order == null ? "" : "\nafter it: " + finding.states().get(order - 1);
    bars.append(
        "<div class=\"bar%s%s\" style=\"left:%dpx;width:%dpx;top:%dpx\" title=\"%s\">%s</div>"
            .formatted(
                kind,
                call.isCertain() ? "" : " unknown",
                125 + unit * begin,
                Math.max(unit - 2, unit * (end - begin) - 2),
                4 + LANE * line,
                escape(call.describe() + "\n" + times + state),
                escape(label)));
  }

  private void table() {
    out.append("<h2>The longest order that explains the beginning</h2>\n<table>\n")
        .append("<tr><th></th><th>client</th><th>operation</th><th>state after it</th></tr>\n");
    for (int i = 0; i < finding.placed().size(); i++) {
      row("", String.valueOf(i + 1), calls.get(finding.placed().get(i)), finding.states().get(i));
    }
    if (stuck >= 0) {
      row("bad", "?", calls.get(stuck), "cannot have happened here, nor at any other place");
    }
    out.append("</table>\n");
  }

  private void row(String style, String number, Timed call, String state) {
    out.append(
        "<tr class=\"%s\"><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n"
            .formatted(
                style, number, escape(call.client()), escape(call.describe()), escape(state)));
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
