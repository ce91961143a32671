package dev.tilescope.serve.memory;

import dev.tilescope.serve.PageServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server over one database, asked over HTTP. */
public final class AskedServer implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final PageServer server;

  public AskedServer(Path database) {
    this.server = PageServer.start(List.of(database), database, 0);
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

  public HttpResponse<String> send(String question) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(server.url() + "api/" + question)).build(),
        BodyHandlers.ofString());
  }

  public String get(String question) throws IOException, InterruptedException {
    HttpResponse<String> response = send(question);
    if (response.statusCode() != 200) {
      throw new IllegalStateException(question + ": " + response.body());
    }
    return response.body();
  }

  /** The first number of a name. */
  public static long number(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":(-?\\d+)").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException(name + " is not in " + json);
    }
    return Long.parseLong(found.group(1));
  }

  @Override
  public void close() {
    server.close();
  }
}
