package dev.cairn.rules.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The links and headings of a page, as GitHub reads them; what stands in code is neither.
 *
 * @param links where links and images lead to
 * @param anchors the names by which headings can be linked to
 */
record MarkdownPage(List<String> links, Set<String> anchors) {
  private static final Pattern FENCE = Pattern.compile("^ {0,3}(```+|~~~+).*");
  private static final Pattern HEADING = Pattern.compile("^ {0,3}#{1,6}\\s+(.*?)\\s*#*$");
  private static final Pattern INLINE_CODE = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern LINK = Pattern.compile("]\\(<?([^)>\\s]+)>?(?:\\s+\"[^\"]*\")?\\)");
  private static final Pattern DEFINITION = Pattern.compile("^ {0,3}\\[[^]]+]:\\s*<?([^\\s>]+)>?");
  private static final Pattern LINK_AROUND_TEXT = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern HTML_ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

  static MarkdownPage read(Path file) throws IOException {
    return of(Files.readString(file));
  }

  static MarkdownPage of(String text) {
    List<String> links = new ArrayList<>();
    Set<String> anchors = new LinkedHashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    StringBuilder prose = new StringBuilder();
    String fence = "";
    for (String line : text.lines().toList()) {
      Matcher mark = FENCE.matcher(line);
      if (!fence.isEmpty()) {
        fence = mark.matches() && mark.group(1).startsWith(fence) ? "" : fence;
        continue;
      }
      if (mark.matches()) {
        fence = mark.group(1);
        continue;
      }
      if (line.startsWith("    ") || line.startsWith("\t")) {
        continue;
      }
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        anchors.add(anchor(heading.group(1), seen));
      }
      HTML_ANCHOR.matcher(line).results().forEach(found -> anchors.add(found.group(1)));
      Matcher definition = DEFINITION.matcher(line);
      if (definition.find()) {
        links.add(definition.group(1));
      }
      prose.append(line).append('\n');
    }
    // Links may be broken over lines, so they are looked for in the whole.
    Matcher link = LINK.matcher(INLINE_CODE.matcher(prose).replaceAll("code"));
    while (link.find()) {
      links.add(link.group(1));
    }
    return new MarkdownPage(links, anchors);
  }

  private static String anchor(String heading, Map<String, Integer> seen) {
    String text = LINK_AROUND_TEXT.matcher(heading).replaceAll("$1");
    String slug =
        text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\s_-]", "").replaceAll("\\s", "-");
    int before = seen.merge(slug, 1, Integer::sum) - 1;
    return before == 0 ? slug : slug + "-" + before;
  }
}
