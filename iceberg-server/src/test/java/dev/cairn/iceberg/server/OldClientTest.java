package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client of Iceberg 1.11.0 sends a key if the server announces them, and none otherwise; it
 * repeats no commit either way. Whatever answer it gets when a reply is lost, it must not delete a
 * file that the table names.
 */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class OldClientTest {
  private static final String COMMIT = "add-snapshot";
  private static final String APPLIED = "applied";

  private final boolean hasKeys;
  @TempDir private Path directory;
  private ServerFixture fixture;
  private TcpProxy proxy;
  private OldClient client;

  OldClientTest(boolean hasKeys) {
    this.hasKeys = hasKeys;
  }

  @BeforeEach
  void open() throws IOException {
    fixture =
        new ServerFixture(
            directory,
            directory,
            Map.of("cairn.idempotency.enabled", Boolean.toString(hasKeys)),
            Map.of("io-impl", GatedFileIO.class.getName()));
    try (RESTCatalog catalog = fixture.client(Map.of())) {
      TransferTables.create(catalog);
    }
    proxy =
        TcpProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.server.port()));
    client = new OldClient("http://127.0.0.1:" + proxy.address().getPort(), directory.toString());
    assertEquals(APPLIED, client.append("a"));
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
    fixture.close();
  }

  private void assertMarks(String... marks) throws IOException {
    try (RESTCatalog direct = fixture.client(Map.of())) {
      Table table = direct.loadTable(TransferTables.LEFT);
      assertEquals(List.of(marks), TransferTables.marks(table));
      TransferTables.assertComplete(table);
    }
  }

  @Test
  void itSendsAKeyOnlyIfTheServerAnnouncesThem() {
    Trap keyed = proxy.count("Idempotency-Key");
    Trap sent = proxy.count(COMMIT);
    assertEquals(APPLIED, client.append("b"));
    assertEquals(hasKeys ? 1 : 0, keyed.met());
    assertEquals(1, sent.met());
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE"})
  void aCommitWhoseReplyIsLostIsThereOnceWithItsFiles(Fate fate) throws IOException {
    Trap sent = proxy.count(COMMIT);
    Trap lost = proxy.trap(COMMIT, fate);
    String told = client.append("b");
    assertEquals(1, lost.met());
    assertEquals(1, sent.met());
    assertMarks("a", "b");
    assertEquals("RESTException", told);
    assertEquals(APPLIED, client.append("c"));
    assertMarks("a", "b", "c");
  }

  @Test
  void aCommitWhoseClientIsGoneIsThereOnceWithItsFiles() throws Exception {
    GatedFileIO.Gate gate = GatedFileIO.Gate.closed();
    client.beginAppend("b");
    gate.reached().await();
    proxy.cutAll();
    String told = client.result();
    gate.opened().countDown();
    assertEquals("RESTException", told);
    // The next commit of this table waits for the one in progress.
    assertEquals(APPLIED, client.append("c"));
    assertMarks("a", "b", "c");
  }

  @Test
  void aCommitThatNeverArrivedIsNotThere() throws IOException {
    Trap lost = proxy.trap(COMMIT, Fate.CUT_REQUEST);
    assertEquals("RESTException", client.append("b"));
    assertEquals(1, lost.met());
    assertMarks("a");
  }
}
