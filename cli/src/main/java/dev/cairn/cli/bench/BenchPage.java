package dev.cairn.cli.bench;

import dev.cairn.cli.output.Text;
import dev.cairn.cli.sample.SampleLatencies;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A page of charts that needs nothing but itself: for each thing that was measured, within which
 * time which part of it was done.
 */
final class BenchPage {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 220;
  private static final int LEFT = 70;
  private static final int BOTTOM = 30;
  private static final List<Double> PARTS =
      List.of(0.0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1.0);

  private final String backend;
  private final int callers;
  private final double perSwap;
  private final Map<String, SampleLatencies> results;

  BenchPage(String backend, int callers, double perSwap, Map<String, SampleLatencies> results) {
    this.backend = backend;
    this.callers = callers;
    this.perSwap = perSwap;
    this.results = results;
  }

  String text() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Cairn load test</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 700px; margin: 2em auto; color: #222; }
        table { border-collapse: collapse; } td, th { padding: .2em .8em; text-align: right; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        svg text { font: 11px system-ui, sans-serif; fill: #555; }
        </style>
        </head>
        <body>
        <h1>Cairn load test</h1>
        """);
    page.append(
        String.format(
            Locale.ROOT,
            "<p>Backend %s, %d callers in one process, %.1f commits shared one swap on average.</p>%n",
            backend,
            callers,
            perSwap));
    page.append("<table>\n<tr><th></th><th>count</th><th>per second</th>");
    page.append("<th>p50</th><th>p90</th><th>p99</th><th>max</th></tr>\n");
    results.forEach(
        (what, each) ->
            page.append(
                String.format(
                    Locale.ROOT,
                    "<tr><td>%s</td><td>%,d</td><td>%,.0f</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>%n",
                    what,
                    each.count(),
                    each.perSecond(),
                    Text.of(each.percentile(0.5)),
                    Text.of(each.percentile(0.9)),
                    Text.of(each.percentile(0.99)),
                    Text.of(each.percentile(1)))));
    page.append("</table>\n");
    results.forEach(
        (what, each) -> page.append("<h2>").append(what).append("</h2>\n").append(chart(each)));
    page.append("<p>Each point: within the time on the left, that part was done.</p>\n");
    return page.append("</body>\n</html>\n").toString();
  }

  private static String chart(SampleLatencies latencies) {
    double top = Math.max(1, latencies.percentile(1).toNanos());
    StringBuilder points = new StringBuilder();
    StringBuilder marks = new StringBuilder();
    for (int i = 0; i < PARTS.size(); i++) {
      Duration time = latencies.percentile(PARTS.get(i));
      double x = LEFT + (double) i * (WIDTH - LEFT - 20) / (PARTS.size() - 1);
      // By magnitude, so that the slowest do not press all others to the ground.
      double height = Math.log1p(time.toNanos() / 1_000.0) / Math.log1p(top / 1_000.0);
      double y = HEIGHT - BOTTOM - height * (HEIGHT - BOTTOM - 20);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      marks.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%1$.1f\" cy=\"%2$.1f\" r=\"3\" fill=\"#2563eb\"/>%n<text x=\"%1$.1f\" y=\"%3$.1f\" text-anchor=\"middle\">%4$s</text>%n<text x=\"%1$.1f\" y=\"%5$d\" text-anchor=\"middle\">%6$s</text>%n",
              x,
              y,
              y - 8,
              Text.of(time),
              HEIGHT - 10,
              part(PARTS.get(i))));
    }
    return String.format(
        Locale.ROOT,
        "<svg width=\"%d\" height=\"%d\" role=\"img\">%n<polyline points=\"%s\" fill=\"none\" stroke=\"#2563eb\" stroke-width=\"2\"/>%n%s</svg>%n",
        WIDTH,
        HEIGHT,
        points,
        marks);
  }

  private static String part(double part) {
    return part == 0 ? "min" : part == 1 ? "max" : "p" + trimmed(part * 100);
  }

  private static String trimmed(double number) {
    return String.format(Locale.ROOT, "%.1f", number).replace(".0", "");
  }
}
