package dev.tilescope.internal.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.io.FolderLock;
import dev.tilescope.internal.serve.data.ImportProcess;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PageServerTest {
  @TempDir static Path shared;
  @TempDir Path folder;
  private static Path database;

  @BeforeAll
  static void importOne() throws IOException {
    Path report = seed(shared);
    ReportImport.run(report, shared.resolve("db"), ImportOptions.DEFAULT, (_, _, _) -> {});
    database = shared.resolve("db");
  }

  static Path seed(Path folder) throws IOException {
    Path report = folder.resolve("report.json");
    try (InputStream sample =
        PageServerTest.class.getResourceAsStream("/seeds/add-newer-generation.json")) {
      Files.copy(java.util.Objects.requireNonNull(sample), report);
    }
    return report;
  }

  @Test
  void thePageComesWithAPolicyThatAllowsNothingFromOutside() {
    try (Client client = Client.of(database)) {
      HttpResponse<String> page = client.get("");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).contains("<div id=\"app\">").doesNotContain("http://", "https://");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
          .startsWith("default-src 'none'; script-src 'self' 'sha256-")
          .doesNotContain("unsafe", "http:", "https:", "*");
    }
  }

  @Test
  void theOneInlineScriptIsTheImportMapThatThePolicyKnows() {
    try (Client client = Client.of(database)) {
      Matcher script =
          Pattern.compile("<script type=\"importmap\">(.*?)</script>")
              .matcher(client.get("").body());
      assertThat(script.find()).isTrue();
      assertThat(script.group(1)).isEqualTo(Assets.IMPORT_MAP);
    }
  }

  @Test
  void everyModuleAndStyleThatThePageNamesIsServed() {
    try (Client client = Client.of(database)) {
      Set<String> seen = new HashSet<>();
      follow(client, "", seen);
      assertThat(seen)
          .contains("main.js", "style.css", "lib/preact.js", "lib/hooks.js", "views/operations.js");
    }
  }

  private static final Pattern REFERENCE =
      Pattern.compile("(?:from\\s*|import\\s*\\(?\\s*|href=|src=)['\"]([^'\"#:]+)['\"]");

  private static void follow(Client client, String name, Set<String> seen) {
    if (!seen.add(name)) {
      return;
    }
    HttpResponse<String> file = client.get(name);
    assertThat(file.statusCode()).as(name).isEqualTo(200);
    if (name.isEmpty() || (name.endsWith(".js") && !name.startsWith("lib/"))) {
      Matcher reference = REFERENCE.matcher(file.body());
      while (reference.find()) {
        String target = reference.group(1);
        if (target.contains(".")) {
          follow(client, Path.of(name).resolveSibling(target).normalize().toString(), seen);
        }
      }
    }
  }

  @Test
  void whoeverLacksTheTokenIsRefusedWhateverTheyAskFor() throws IOException {
    try (Client client = Client.of(database)) {
      int port = client.at("").getPort();
      for (String path : List.of("/", "/api/sources", "/x/api/sources", "/main.js", "/x")) {
        assertThat(raw(port, "GET " + path + " HTTP/1.1", "Host: 127.0.0.1:" + port))
            .as(path)
            .startsWith("HTTP/1.1 403 ")
            .contains("lacks this server's token");
      }
    }
  }

  @Test
  void aPageOfAnotherNameOrOriginIsRefusedEvenWithTheToken() throws IOException {
    try (Client client = Client.of(database)) {
      int port = client.at("").getPort();
      String get = "GET " + client.at("api/sources").getPath() + " HTTP/1.1";
      assertThat(raw(port, get, "Host: evil.example:" + port)).startsWith("HTTP/1.1 403 ");
      assertThat(raw(port, get, "Host: 127.0.0.1:" + port, "Origin: http://evil.example"))
          .startsWith("HTTP/1.1 403 ");
      assertThat(raw(port, get, "Host: localhost:" + port, "Origin: http://localhost:" + port))
          .startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void aRequestThatNamesTwoHostsIsRefusedWhicheverComesFirst() throws IOException {
    try (Client client = Client.of(database)) {
      int port = client.at("").getPort();
      String get = "GET " + client.at("api/sources").getPath() + " HTTP/1.1";
      String ours = "Host: 127.0.0.1:" + port;
      String theirs = "Host: evil.example:" + port;
      assertThat(raw(port, get, ours, theirs)).startsWith("HTTP/1.1 400 ").contains("2 hosts");
      assertThat(raw(port, get, theirs, ours)).startsWith("HTTP/1.1 400 ");
      assertThat(raw(port, get, ours, ours)).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void itListensOnLoopbackAlone() {
    try (Client client = Client.of(database)) {
      assertThat(client.at("").getHost()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void namesThatLeadOutOfThePageAreNotServed() throws IOException {
    try (Client client = Client.of(database)) {
      int port = client.at("").getPort();
      String base = client.at("").getPath();
      for (String path :
          List.of(
              "../PageServer.class",
              "views/../../PageServer.class",
              "lib/x.js",
              "%2e%2e/x",
              "views/",
              "META-INF/MANIFEST.MF",
              "a/".repeat(50_000) + "x.js",
              "style.css%00.js")) {
        assertThat(raw(port, "GET " + base + path + " HTTP/1.1", "Host: 127.0.0.1:" + port))
            .as(path.substring(0, Math.min(path.length(), 40)))
            .startsWith("HTTP/1.1 4");
      }
    }
  }

  @Test
  void anAnswerTheBrowserHasIsNotSentAgainAndLongOnesArePacked() {
    try (Client client = Client.of(database)) {
      HttpResponse<String> first = client.get("main.js", "Accept-Encoding", "gzip");
      assertThat(first.headers().firstValue("Content-Encoding")).contains("gzip");
      String tag = first.headers().firstValue("ETag").orElseThrow();
      assertThat(client.get("main.js", "If-None-Match", tag).statusCode()).isEqualTo(304);
      assertThat(client.get("main.js", "If-None-Match", "\"0\"").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aReportIsImportedWhenItIsFirstAskedForAndLeftAsItWas() throws IOException {
    Path report = seed(folder);
    byte[] before = Files.readAllBytes(report);
    try (Client client = Client.of(report)) {
      assertThat(client.get("api/progress").body()).contains("event: ready");
      assertThat(client.json("operations")).contains("\"name\":\"ttnn::add\"");
    }
    assertThat(Files.readAllBytes(report)).isEqualTo(before);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(report);
    }
  }

  @Test
  void whatIsNoReportSaysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{\"a\": [1, 2");
    try (Client client = Client.of(file)) {
      assertThat(client.get("api/progress").body()).contains("event: failed", "x.json");
      HttpResponse<String> answer = client.get("api/operations");
      assertThat(answer.statusCode()).isEqualTo(422);
      assertThat(answer.body()).contains("x.json");
    }
  }

  @Test
  @Timeout(60)
  void anImporterThatIsKilledIsReportedAndTheNextTrySucceeds() throws IOException {
    Path report = seed(folder);
    String whole = Files.readString(report);
    Files.writeString(report, " ".repeat(60_000_000) + whole);
    try (Client client = Client.of(report)) {
      importer(client.server()).destroyForcibly();
      assertThat(client.get("api/progress").body())
          .contains("event: failed", "ended before it was done", "tilescope import");
      assertThat(client.get("api/operations").statusCode()).isEqualTo(422);
      Files.writeString(report, whole);
      client.get("api/retry");
      assertThat(client.get("api/progress").body()).contains("event: ready");
      assertThat(client.json("operations")).contains("ttnn::add");
    }
  }

  private static Process importer(PageServer server) {
    while (server.importers().isEmpty()) {
      Thread.onSpinWait();
    }
    return server.importers().getFirst();
  }

  @Test
  void aReportThatIsDeletedUnderTheServerIsSaidToBeGone() throws IOException {
    Path copy = Files.copy(database.resolve("db.sqlite"), folder.resolve("copy.sqlite"));
    try (Client client = Client.of(copy)) {
      assertThat(client.json("operations")).contains("ttnn::add");
      Files.delete(copy);
      HttpResponse<String> answer = client.get("api/operations?from=1");
      assertThat(answer.statusCode()).isEqualTo(410);
      assertThat(answer.body()).contains("copy.sqlite", "moved or deleted");
    }
  }

  @Test
  void aDamagedDatabaseIsNamedAndTheServerGoesOn() throws IOException {
    byte[] bytes = Files.readAllBytes(database.resolve("db.sqlite"));
    Path torn = Files.write(folder.resolve("torn.sqlite"), java.util.Arrays.copyOf(bytes, 5000));
    java.util.Arrays.fill(bytes, 100, bytes.length, (byte) 0x5a);
    Path rubbish = Files.write(folder.resolve("rubbish.sqlite"), bytes);
    try (Client client = Client.of(torn, rubbish, database)) {
      for (int report = 1; report <= 2; report++) {
        HttpResponse<String> answer = client.get("api/operations?report=" + report);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains(report == 1 ? "torn.sqlite" : "rubbish.sqlite");
      }
      assertThat(client.json("operations?report=3")).contains("ttnn::add");
    }
  }

  @Test
  void fiftyClientsAtOnceAllGetTheSameAnswer() throws Exception {
    try (Client client = Client.of(database);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String expected = client.json("operations");
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(
            threads.submit(
                (Callable<String>)
                    () -> {
                      for (int n = 0; n < 20; n++) {
                        assertThat(client.json("operations?from=0")).isEqualTo(expected);
                      }
                      return "done";
                    }));
      }
      for (Future<String> answer : answers) {
        assertThat(get(answer)).isEqualTo("done");
      }
    }
  }

  private static String get(Future<String> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  /** Some 600 KB, more than the system takes for a client that does not read. */
  private static final String LARGE_ANSWER =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
          + " SELECT hex(randomblob(500)) FROM n";

  @Test
  void clientsThatNeverReadDoNotKeepOthersWaiting() throws IOException {
    try (Client client = Client.of(database)) {
      List<Socket> silent = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1024);
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), client.at("").getPort()));
        String request =
            "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(
                    client.at("api/sql?count=2000").toString().replaceFirst(".*?//[^/]*", ""),
                    client.at("").getPort(),
                    LARGE_ANSWER.length(),
                    LARGE_ANSWER);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        silent.add(socket);
      }
      assertThat(client.json("operations")).contains("ttnn::add");
      for (Socket socket : silent) {
        socket.close();
      }
      assertThat(client.json("operations")).contains("ttnn::add");
    }
  }

  @Test
  void aPathThatHoldsNothingIsRefusedAtTheStart() {
    assertThatThrownBy(() -> Client.of(folder))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("holds nothing to show");
    assertThatThrownBy(() -> Client.of(folder.resolve("missing")))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void aTakenPortIsSaidToBeTaken() {
    try (Client client = Client.of(database)) {
      int port = client.at("").getPort();
      assertThatThrownBy(() -> PageServer.start(List.of(database), List.of(), port))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("port " + port + " is taken");
    }
  }

  @Test
  void nothingIsLeftBehindWhenItEnds() throws IOException {
    Path report = seed(folder);
    Path scratch;
    try (Client client = Client.of(report)) {
      assertThat(client.json("operations")).contains("ttnn::add");
      scratch = client.server().scratch();
      assertThat(scratch.resolve("1/db.sqlite")).exists();
    }
    assertThat(scratch).doesNotExist();
  }

  @Test
  @Timeout(60)
  void anImportDoesNotOutliveItsServer() throws Exception {
    Path target = folder.resolve("taken");
    try (FolderLock _ = FolderLock.take(target, ".tilescope-import.lock", () -> {})) {
      // It waits for its turn, which does not come, when what a killed server held is closed.
      Process process = ImportProcess.start(seed(folder), target);
      process.getOutputStream().close();
      assertThat(process.waitFor()).isEqualTo(1);
    }
  }

  @Test
  void whatAKilledServerLeftIsRemovedByTheNext() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path left = leftover("tilescope-serve-" + gone.pid() + "-1").resolve("2");
    Files.createDirectory(left);
    Files.writeString(left.resolve("db.sqlite"), "x");
    Path live = folder.resolve("tilescope-serve-" + ProcessHandle.current().pid() + "-1");
    Files.createDirectory(live);
    Path other = Files.createDirectory(folder.resolve("tilescope-server"));
    ScratchFolder.removeLeftovers(folder);
    assertThat(left.getParent()).doesNotExist();
    assertThat(live).exists();
    assertThat(other).exists();
  }

  @Test
  void whatIsNotSurelyOfAServerOfThisUserStays() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    String name = "tilescope-serve-" + gone.pid();
    Path precious = Files.createDirectory(folder.resolve("precious"));
    Files.writeString(precious.resolve("thesis"), "x");
    Path link = Files.createSymbolicLink(folder.resolve(name + "-link"), precious);
    Path open = leftover(name + "-open");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path leads = leftover(name + "-leads");
    Files.createSymbolicLink(leads.resolve("1"), precious);
    ScratchFolder.removeLeftovers(folder);
    assertThat(precious.resolve("thesis")).exists();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(open).exists();
    assertThat(leads).as("a link inside is removed, and not what it leads to").doesNotExist();
  }

  /** As {@code createTempDirectory} makes it. */
  private Path leftover(String name) throws IOException {
    return Files.createDirectory(
        folder.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Says things that a well-behaved client would not. */
  private static String raw(int port, String... lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
