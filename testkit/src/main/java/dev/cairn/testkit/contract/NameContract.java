package dev.cairn.testkit.contract;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names: whatever is legal is kept apart from everything else that is legal. */
public interface NameContract extends ContractPart {
  /** Names that some database, somewhere, takes for something else or for each other. */
  List<String> UNUSUAL =
      List.of(
          "a",
          "A",
          "a ",
          " a",
          "a:",
          ":a",
          "a:b",
          "a/b",
          "/",
          "a\\b",
          "a.b",
          ".",
          "..",
          "a|b",
          "a#b",
          "a,b",
          "a;b",
          "a=b",
          "a&b",
          "a+b",
          "a%",
          "a%3Ab",
          "a_",
          "*",
          "a?",
          "a'b",
          "a\"b",
          "$a",
          "$a.b",
          "{a}",
          "[a]",
          "<a>",
          "-",
          "--",
          "0",
          "00",
          "-1",
          "null",
          "true",
          "\u00e9",
          "e\u0301",
          "\u00df",
          "ss",
          "\u0130",
          "i",
          "\u0131",
          "\u00a0",
          "\u200b",
          "\u2028",
          "\ufeff",
          "\uffff",
          "\u65e5\u672c",
          "\ud83d\ude00",
          "\udbff\udfff");

  @Test
  default void unusualReferenceNamesAreKeptApart() {
    Scope scope = TestRows.scope();
    keepsApart(UNUSUAL.stream().map(name -> new ReferenceKey(scope, name)).toList());
  }

  @Test
  default void unusualScopesAreKeptApart() {
    String unique = TestRows.scope().tenantId();
    List<Scope> scopes = new ArrayList<>();
    for (String name : UNUSUAL) {
      scopes.add(new Scope(unique + name, "c"));
      scopes.add(new Scope(unique, name));
    }
    keepsApart(scopes.stream().map(scope -> new ReferenceKey(scope, "main")).toList());
    keepsObjectsApart(scopes.stream().map(scope -> TestRows.key(scope, 1)).toList());
  }

  @Test
  default void unusualTypesAreKeptApart() {
    Scope scope = TestRows.scope();
    keepsObjectsApart(UNUSUAL.stream().map(type -> TestRows.key(scope, type, 1)).toList());
  }

  @Test
  default void longestNamesAreKeptToTheLastByte() {
    List<ReferenceKey> references = new ArrayList<>();
    List<ObjectKey> objects = new ArrayList<>();
    String unique = TestRows.scope().tenantId();
    for (String filler : List.of("x", "\u00e9", "\u65e5", "\ud83d\ude00")) {
      String tenant = longest(unique, filler, Scope.MAX_ID_BYTES);
      for (String catalog : lastByteDiffers(filler, Scope.MAX_ID_BYTES)) {
        Scope scope = new Scope(tenant, catalog);
        for (String name : lastByteDiffers(filler, ReferenceKey.MAX_NAME_BYTES)) {
          references.add(new ReferenceKey(scope, name));
        }
        for (String type : lastByteDiffers(filler, ObjectKey.MAX_TYPE_BYTES)) {
          objects.add(TestRows.key(scope, type, 1));
        }
      }
    }
    keepsApart(references);
    keepsObjectsApart(objects);
  }

  @Test
  default void deletingInAScopeNeverTouchesAScopeThatLooksLikeIt() {
    String x = TestRows.scope().tenantId();
    List<Scope> scopes = new ArrayList<>();
    for (String separator : List.of(":", "/", "\\", ".", "-", "_", "|", "#", " ", "\uffff", "%")) {
      scopes.add(new Scope(x + separator + "y", "z"));
      scopes.add(new Scope(x, "y" + separator + "z"));
      scopes.add(new Scope(x + separator, "y"));
      scopes.add(new Scope(x, separator + "y"));
    }
    scopes.add(new Scope(x + "y", "z"));
    scopes.add(new Scope(x, "yz"));
    scopes.add(new Scope(x, "y"));
    keepsApart(scopes.stream().map(scope -> new ReferenceKey(scope, "z")).toList());
    keepsObjectsApart(scopes.stream().map(scope -> TestRows.key(scope, "z", 1)).toList());
  }

  @Test
  default void deletingATypeOrNameNeverTouchesOneThatLooksLikeIt() {
    Scope scope = TestRows.scope();
    List<String> names = List.of("x", "x:y", "x/y", "xy", "x:", "x:y:z", "y", ":x");
    keepsApart(names.stream().map(name -> new ReferenceKey(scope, name)).toList());
    keepsObjectsApart(names.stream().map(type -> TestRows.key(scope, type, 1)).toList());
  }

  // All rows are written and read, then each is seen to be there still when its turn comes to be
  // removed. In both orders, since a mix-up may work in one direction only.
  private void keepsApart(List<ReferenceKey> keys) {
    for (List<ReferenceKey> order : bothWays(keys)) {
      List<ReferenceRow> rows = order.stream().map(TestRows::reference).toList();
      rows.forEach(row -> Expect.applied(backend().insertReference(row)));
      rows.forEach(row -> Expect.there(backend(), row));
      for (ReferenceRow row : rows) {
        Expect.there(backend(), row);
        Expect.applied(backend().removeReference(row.key(), row.token()));
        Expect.missing(backend(), row.key());
      }
    }
  }

  private void keepsObjectsApart(List<ObjectKey> keys) {
    for (List<ObjectKey> order : bothWays(keys)) {
      List<ObjectRow> rows = new ArrayList<>();
      for (ObjectKey key : order) {
        rows.add(TestRows.immutable(key, "row " + rows.size()));
      }
      backend().write(rows);
      rows.forEach(row -> Expect.there(backend(), row));
      for (ObjectRow row : rows) {
        Expect.there(backend(), row);
        backend().delete(List.of(row.key()));
        Expect.missing(backend(), row.key());
      }
    }
  }

  private static <K> List<List<K>> bothWays(List<K> keys) {
    List<K> reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    return List.of(keys, reversed);
  }

  private static List<String> lastByteDiffers(String filler, int bytes) {
    return List.of(longest("", filler, bytes - 1) + "0", longest("", filler, bytes - 1) + "1");
  }

  private static String longest(String start, String filler, int bytes) {
    int room = bytes - start.length();
    int size = filler.getBytes(StandardCharsets.UTF_8).length;
    return start + filler.repeat(room / size) + "x".repeat(room % size);
  }
}
