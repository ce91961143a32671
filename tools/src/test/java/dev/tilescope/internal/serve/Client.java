package dev.tilescope.internal.serve;

import dev.tilescope.internal.serve.data.Source;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on a free port, and someone who asks it. */
public final class Client implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PageServer server;
  private final HttpClient http = HttpClient.newHttpClient();

  private Client(PageServer server) {
    this.server = server;
  }

  public static Client of(Path... paths) {
    return new Client(PageServer.start(List.of(paths), List.of(), 0));
  }

  /** The same, of a server that sees the programs which run in an environment. */
  public static Client in(Map<String, String> environment, Path... paths) {
    return new Client(PageServer.start(List.of(paths), List.of(), 0, environment));
  }

  public PageServer server() {
    return server;
  }

  /** The number by which the page knows what lies there. */
  public int idOf(Path path) {
    return server.sources().stream()
        .filter(source -> source.path().equals(path))
        .mapToInt(Source::id)
        .findFirst()
        .orElseThrow();
  }

  /** Processes that answer questions in SQL. */
  public List<Process> questionProcesses() {
    return server.questioned();
  }

  /** The whole address of something below the token. */
  public URI at(String path) {
    return URI.create(server.url() + path);
  }

  public HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).timeout(PATIENCE);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  public HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(at(path))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(request.uri() + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The JSON of an answer, once what it is about has been imported. */
  public String json(String path) {
    HttpResponse<String> answer = get("api/" + path);
    if (answer.statusCode() == 202) {
      get("api/progress" + (path.contains("?") ? path.substring(path.indexOf('?')) : ""));
      answer = get("api/" + path);
    }
    if (answer.statusCode() != 200) {
      throw new AssertionError(path + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  /** The answer to a question, whatever it is. */
  public HttpResponse<String> send(String question) {
    return get("api/" + question);
  }

  /** The first number of a name. */
  public static long number(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":(-?\\d+)").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException(name + " is not in " + json);
    }
    return Long.parseLong(found.group(1));
  }

  /** Makes a database of statements; what it lacks, reads as empty. */
  public static Path database(Path file, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return file;
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    http.close();
    server.close();
  }
}
