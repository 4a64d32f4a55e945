package dev.cairn.rules.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every link of a page to a file of the repository, or to a heading in one, leads somewhere. */
class MarkdownLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Directories that are made by builds and tools. */
  private static final Set<String> NOT_OURS = Set.of("target", "build", ".git", ".gradle", ".idea");

  @TempDir private Path directory;

  @Test
  void linksOfAllPagesLeadSomewhere() throws IOException {
    List<Path> pages = pages(ROOT);
    assertTrue(pages.contains(ROOT.resolve("README.md")), () -> "" + pages);
    assertTrue(pages.contains(ROOT.resolve("docs").resolve("README.md")), () -> "" + pages);
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      broken.addAll(brokenLinks(page));
    }
    assertEquals("", String.join("\n", broken), "links that lead nowhere");
  }

  @Test
  void everyPageOfTheDocumentationCanBeFoundFromItsIndex() throws IOException {
    Path docs = ROOT.resolve("docs");
    List<Path> unlinked = new ArrayList<>(pages(docs));
    for (Path index : List.of(docs.resolve("README.md"), docs.resolve("design/README.md"))) {
      unlinked.remove(index);
      for (String link : MarkdownPage.read(index).links()) {
        unlinked.remove(index.resolveSibling(link.replaceFirst("#.*", "")).normalize());
      }
    }
    assertEquals(List.of(), unlinked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a](missing.md)",
        "[a](other.md#missing)",
        "[a](#missing)",
        "![a](missing.svg)",
        "[broken\nover lines](missing.md)",
        "[a]: missing.md",
        "[a](/other.md)",
        "[a](../../../../../../../../../../outside.md)",
        "[a](code.txt#heading)"
      })
  void aLinkThatLeadsNowhereIsFound(String text) throws IOException {
    assertEquals(1, brokenLinks(page(text)).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a](other.md)",
        "[a](other.md#a-heading-with-code-and-a-link)",
        "[a](other.md#twice-1)",
        "[a](#own)\n\n## Own",
        "[a](https://www.apache.org/missing.md#missing)",
        "[a](code.txt)",
        "[a](.)",
        "`[a](missing.md)`",
        "```\n[a](missing.md)\n```",
        "    [a](missing.md)"
      })
  void aLinkThatLeadsSomewhereIsNot(String text) throws IOException {
    assertEquals(List.of(), brokenLinks(page(text)));
  }

  private Path page(String text) throws IOException {
    Files.writeString(
        directory.resolve("other.md"),
        "# A heading, with `code` and [a link](code.txt)\n\n## Twice\n\n## Twice\n");
    Files.writeString(directory.resolve("code.txt"), "");
    return Files.writeString(directory.resolve("page.md"), text);
  }

  private static List<Path> pages(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(
              file ->
                  Stream.iterate(
                          root.relativize(file), part -> part != null, part -> part.getParent())
                      .noneMatch(part -> NOT_OURS.contains(part.getFileName().toString())))
          .sorted()
          .toList();
    }
  }

  private static List<String> brokenLinks(Path page) throws IOException {
    List<String> broken = new ArrayList<>();
    for (String link : MarkdownPage.read(page).links()) {
      if (!link.matches("(https?|mailto):.*") && !leadsSomewhere(page, link)) {
        broken.add(ROOT.relativize(page.toAbsolutePath()) + ": " + link);
      }
    }
    return broken;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    if (file.startsWith("/")) {
      return false;
    }
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0
        || (target.toString().endsWith(".md")
            && MarkdownPage.read(target).anchors().contains(link.substring(hash + 1)));
  }
}
