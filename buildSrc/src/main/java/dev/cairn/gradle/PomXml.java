package dev.cairn.gradle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Elements of POMs, by their path, and their text. */
final class PomXml {
  private PomXml() {}

  static Element parse(Path pom) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(pom.toFile())
          .getDocumentElement();
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException(pom + " cannot be read: " + e.getMessage(), e);
    }
  }

  static List<Element> children(Element parent) {
    List<Element> found = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        found.add(element);
      }
    }
    return found;
  }

  /** The elements at the end of this path of names. */
  static List<Element> all(Element parent, String... path) {
    List<Element> found = List.of(parent);
    for (String name : path) {
      List<Element> next = new ArrayList<>();
      for (Element each : found) {
        children(each).stream().filter(c -> c.getTagName().equals(name)).forEach(next::add);
      }
      found = next;
    }
    return found;
  }

  static String text(Element parent, String name, String fallback) {
    return all(parent, name).stream().findFirst().map(PomXml::textOf).orElse(fallback);
  }

  static String textOf(Element element) {
    return element.getTextContent().trim();
  }
}
