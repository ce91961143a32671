package dev.tilescope.internal.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.SourceSearch;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Gate;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page and its data to this machine: the front door of this package.
 *
 * <p>Every request is on a virtual thread of its own. Whoever does not read their answer is
 * disconnected after {@link #SECONDS_TO_READ} seconds; until then they cost the answer's bytes.
 */
public final class PageServer implements AutoCloseable {
  private static final int FIRST_PORT = 8765;
  private static final int PORTS_TO_TRY = 50;
  private static final int BACKLOG = 128;
  private static final int WORTH_COMPRESSING = 1_000;

  /** Event streams end with it too; the browser opens them again by itself. */
  private static final int SECONDS_TO_READ = 120;

  private static final int MILLIS_BEFORE_BLANKS = 3_000;
  private static final int MILLIS_BETWEEN_BLANKS = 250;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Sources sources;
  private final Gate gate;
  private final Assets assets;
  private final Map<String, Endpoint> endpoints;

  private PageServer(HttpServer server, Sources sources, Map<String, String> environment) {
    this.server = server;
    this.sources = sources;
    this.gate = Gate.open(server.getAddress().getPort());
    this.assets = new Assets(!Boolean.getBoolean("tilescope.page.reload"));
    this.endpoints = Endpoints.of(sources, environment);
  }

  /**
   * Starts to serve.
   *
   * @param paths reports, databases, profiled runs, folders of them; if none, what lies under
   *     {@code found}
   * @param port 0 for the first free one from 8765
   * @throws TilescopeException if a path holds nothing to show or the port is taken
   */
  public static PageServer start(List<Path> paths, List<Path> found, int port) {
    return start(paths, found, port, System.getenv());
  }

  /** The same in another environment, which says where running programs are seen. */
  static PageServer start(
      List<Path> paths, List<Path> found, int port, Map<String, String> environment) {
    List<Source> list = paths.isEmpty() ? SourceSearch.under(found) : SourceSearch.named(paths);
    System.setProperty("sun.net.httpserver.maxRspTime", Integer.toString(SECONDS_TO_READ));
    System.setProperty("sun.net.httpserver.maxReqTime", "20");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer http = bind(port);
      PageServer server =
          new PageServer(http, new Sources(list, ScratchFolder.make()), environment);
      http.createContext("/", server::handle);
      http.setExecutor(server.threads);
      http.start();
      list.stream().filter(Source::isReport).limit(2).forEach(server.sources::state);
      return server;
    } catch (IOException e) {
      throw new TilescopeException("cannot serve: " + e.getMessage(), e);
    }
  }

  private static HttpServer bind(int port) throws IOException {
    if (port != 0) {
      try {
        return HttpServer.create(at(port), BACKLOG);
      } catch (BindException e) {
        throw new TilescopeException(
            "port %d is taken; choose another with --port, or leave that out".formatted(port), e);
      }
    }
    for (int candidate = FIRST_PORT; candidate < FIRST_PORT + PORTS_TO_TRY; candidate++) {
      try {
        return HttpServer.create(at(candidate), BACKLOG);
      } catch (BindException e) {
        // Taken: the next one.
      }
    }
    return HttpServer.create(at(0), BACKLOG);
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** What to open in a browser. */
  public String url() {
    return "http://127.0.0.1:%d/%s/".formatted(server.getAddress().getPort(), gate.token());
  }

  /** What can be looked at. */
  public List<Source> sources() {
    return sources.all();
  }

  /** Where databases of reports are made while this runs. */
  Path scratch() {
    return sources.folder();
  }

  /** Imports that are running. */
  List<Process> importers() {
    return sources.importers();
  }

  /** Processes that answer questions in SQL. */
  List<Process> questioned() {
    return sources.others().stream().filter(Process::isAlive).toList();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    sources.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      respond(exchange);
    } catch (IOException e) {
      // The client has gone; there is nobody to tell.
    }
  }

  private void respond(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      answer = answer(exchange);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      Failure failure = Failure.of(e);
      send(exchange, failure.status(), failure.content());
      return;
    }
    switch (answer) {
      case Answer.Content content -> send(exchange, 200, content);
      case Answer.Pending pending -> await(exchange, pending.content());
      case Answer.Events events -> stream(exchange, events);
    }
  }

  /**
   * Sends what comes within a moment as any other answer. For what takes longer blanks are sent,
   * which JSON may begin with: a client that has gone is noticed by them, and the work ends. By
   * then the status has been sent too: after a blank, a failure is told by its message alone.
   */
  private static void await(HttpExchange exchange, Future<Answer.Content> content)
      throws IOException {
    try {
      if (!isDone(content, MILLIS_BEFORE_BLANKS)) {
        awaitWithBlanks(exchange, content);
        return;
      }
      Failure failure = failure(content);
      send(
          exchange,
          failure == null ? 200 : failure.status(),
          failure == null ? content.resultNow() : failure.content());
    } finally {
      content.cancel(true);
    }
  }

  private static void awaitWithBlanks(HttpExchange exchange, Future<Answer.Content> content)
      throws IOException {
    headers(exchange, "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      do {
        out.write(' ');
        out.flush();
      } while (!isDone(content, MILLIS_BETWEEN_BLANKS));
      Failure failure = failure(content);
      out.write((failure == null ? content.resultNow() : failure.content()).bytes());
    }
  }

  private static boolean isDone(Future<?> content, int millis) throws IOException {
    try {
      content.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the server is being closed");
    }
  }

  private static @Nullable Failure failure(Future<?> content) {
    return content.state() == Future.State.FAILED ? Failure.of(content.exceptionNow()) : null;
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    String path = gate.enter(exchange.getRequestURI().getPath(), exchange.getRequestHeaders());
    boolean post = exchange.getRequestMethod().equals("POST");
    if (!path.startsWith("api/")) {
      requireGet(exchange);
      return assets.find(path);
    }
    String name = path.substring("api/".length());
    Endpoint endpoint = endpoints.get(name);
    if (endpoint == null) {
      throw Refusal.notFound("the page asked for something this server does not know; reload it");
    }
    if (!post) {
      requireGet(exchange);
    }
    String body = post ? body(exchange) : "";
    return endpoint.answer(
        new Request(name, Request.parse(exchange.getRequestURI().getRawQuery()), body));
  }

  private static void requireGet(HttpExchange exchange) {
    if (!exchange.getRequestMethod().equals("GET")) {
      throw Refusal.wrongMethod("only GET is answered here");
    }
  }

  private static String body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(Request.MAX_BODY_BYTES + 1);
    if (bytes.length > Request.MAX_BODY_BYTES) {
      throw Refusal.tooLarge("a question has at most %,d bytes".formatted(Request.MAX_BODY_BYTES));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void send(HttpExchange exchange, int status, Answer.Content content)
      throws IOException {
    Headers headers = headers(exchange, content.type());
    byte[] bytes = content.bytes();
    if (status == 200) {
      CRC32C check = new CRC32C();
      check.update(bytes);
      String tag = "\"%x-%x\"".formatted(bytes.length, check.getValue());
      headers.set("ETag", tag);
      if (tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        exchange.sendResponseHeaders(304, -1);
        return;
      }
    }
    if (bytes.length > WORTH_COMPRESSING && takesGzip(exchange)) {
      bytes = gzip(bytes);
      headers.set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static Headers headers(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", Assets.CONTENT_SECURITY_POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-cache");
    headers.set("Vary", "Accept-Encoding");
    return headers;
  }

  private static boolean takesGzip(HttpExchange exchange) {
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    return accepted != null
        && Arrays.stream(accepted.split(",", -1)).anyMatch(e -> e.strip().startsWith("gzip"));
  }

  /** The fastest level: the way is short, and compressing must not be what a request waits for. */
  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (OutputStream out =
        new GZIPOutputStream(packed, 1 << 13) {
          {
            def.setLevel(1);
          }
        }) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static void stream(HttpExchange exchange, Answer.Events events) throws IOException {
    headers(exchange, "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = new BufferedOutputStream(exchange.getResponseBody())) {
      events
          .source()
          .run((name, document) -> {
            out.write(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
            try (JsonWriter json = JsonWriter.compact(out)) {
              document.accept(json);
            }
            out.write("\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
