package dev.tilescope.serve.graph;

import dev.tilescope.serve.PageServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server over some databases, asked over HTTP. */
public final class AskedReports implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final PageServer server;

  public AskedReports(Path... databases) {
    this.server = PageServer.start(List.of(databases), databases[0], 0);
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

  /** The arrays of numbers in an array of a name. */
  static List<int[]> arrays(String json, String name) {
    Matcher all = Pattern.compile("\"" + name + "\":\\[((?:\\[[-\\d,]*+\\],?)*+)\\]").matcher(json);
    if (!all.find()) {
      throw new IllegalStateException(name + " is not in " + json);
    }
    List<int[]> found = new ArrayList<>();
    Matcher each = Pattern.compile("\\[([-\\d,]+)\\]").matcher(all.group(1));
    while (each.find()) {
      found.add(Arrays.stream(each.group(1).split(",")).mapToInt(Integer::parseInt).toArray());
    }
    return found;
  }

  @Override
  public void close() {
    server.close();
  }
}
