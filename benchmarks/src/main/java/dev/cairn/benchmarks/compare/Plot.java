package dev.cairn.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Lines over two logarithmic axes, as an SVG picture. */
final class Plot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 78;
  private static final int RIGHT = 190;
  private static final int TOP = 44;
  private static final int BOTTOM = 54;
  private static final List<String> COLORS =
      List.of("#1b6ca8", "#c4452d", "#3a8f4d", "#8a5aa8", "#b8860b", "#555555");

  private record Line(String name, SortedMap<Double, Double> points) {}

  private final String title;
  private final String across;
  private final String up;
  private final List<Line> lines = new ArrayList<>();

  Plot(String title, String across, String up) {
    this.title = title;
    this.across = across;
    this.up = up;
  }

  /** Adds a line; points that a logarithmic axis cannot show are left out. */
  Plot with(String name, SortedMap<Double, Double> points) {
    SortedMap<Double, Double> drawn = new TreeMap<>(points);
    drawn.values().removeIf(value -> !(value > 0));
    drawn.keySet().removeIf(value -> !(value > 0));
    if (!drawn.isEmpty()) {
      lines.add(new Line(name, drawn));
    }
    return this;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  String svg() {
    Axis x = Axis.of(lines.stream().flatMap(line -> line.points.keySet().stream()).toList());
    Axis y = Axis.of(lines.stream().flatMap(line -> line.points.values().stream()).toList());
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT));
    svg.append(" font-family=\"sans-serif\" font-size=\"12\">\n");
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text(svg, LEFT, 24, "start", "font-size=\"15\"", title);
    text(svg, LEFT + plotWidth() / 2, HEIGHT - 12, "middle", "", across);
    text(svg, 16, TOP - 8, "start", "fill=\"#555\"", up);
    grid(svg, x, y);
    for (int i = 0; i < lines.size(); i++) {
      line(svg, lines.get(i), COLORS.get(i % COLORS.size()), i, x, y);
    }
    return svg.append("</svg>\n").toString();
  }

  private static int plotWidth() {
    return WIDTH - LEFT - RIGHT;
  }

  private static int plotHeight() {
    return HEIGHT - TOP - BOTTOM;
  }

  private static double atX(Axis axis, double value) {
    return LEFT + axis.share(value) * plotWidth();
  }

  private static double atY(Axis axis, double value) {
    return HEIGHT - BOTTOM - axis.share(value) * plotHeight();
  }

  private static void grid(StringBuilder svg, Axis x, Axis y) {
    for (double tick : x.ticks()) {
      double at = atX(x, tick);
      rule(svg, at, TOP, at, HEIGHT - BOTTOM);
      text(svg, at, HEIGHT - BOTTOM + 18, "middle", "", Axis.label(tick));
    }
    for (double tick : y.ticks()) {
      double at = atY(y, tick);
      rule(svg, LEFT, at, WIDTH - RIGHT, at);
      text(svg, LEFT - 8, at + 4, "end", "", Axis.label(tick));
    }
  }

  private static void rule(StringBuilder svg, double x1, double y1, double x2, double y2) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
            x1,
            y1,
            x2,
            y2));
  }

  private static void line(StringBuilder svg, Line line, String color, int number, Axis x, Axis y) {
    StringBuilder path = new StringBuilder();
    line.points.forEach(
        (key, value) -> {
          path.append(String.format(Locale.ROOT, "%.1f,%.1f ", atX(x, key), atY(y, value)));
          svg.append(
              String.format(
                  Locale.ROOT,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n",
                  atX(x, key),
                  atY(y, value),
                  color));
        });
    svg.append(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n"
            .formatted(path.toString().strip(), color));
    int at = TOP + 8 + 20 * number;
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/>\n"
            .formatted(WIDTH - RIGHT + 14, at - 6, color));
    text(svg, WIDTH - RIGHT + 34, at, "start", "", line.name);
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String style, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>",
            x,
            y,
            anchor,
            style));
    svg.append(text.replace("&", "&amp;").replace("<", "&lt;")).append("</text>\n");
  }
}
