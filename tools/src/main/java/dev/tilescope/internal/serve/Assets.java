package dev.tilescope.internal.serve;

import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the page: ours from this jar, libraries from theirs (WebJars). */
final class Assets {
  private static final String PAGE = "/dev/tilescope/internal/serve/page/";
  private static final String WEBJARS = "/META-INF/resources/webjars/";

  /** What the page imports as {@code lib/NAME}. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "preact.js", WEBJARS + "preact/10.26.4/dist/preact.mjs",
          "hooks.js", WEBJARS + "preact/10.26.4/hooks/dist/hooks.mjs");

  /** The hooks import Preact by name; an import map must stand in the page itself. */
  static final String IMPORT_MAP =
      "{\"imports\":{\"preact\":\"./lib/preact.js\",\"preact/hooks\":\"./lib/hooks.js\"}}";

  /** The one inline script that the page may hold is known by its hash. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self' 'sha256-"
          + sha256(IMPORT_MAP)
          + "'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  /** A part of a name that cannot lead out of the folder of the page. */
  private static final Pattern PART = Pattern.compile("[a-z][a-z0-9.-]*");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Answer.Content> read = new ConcurrentHashMap<>();
  private final boolean keep;

  /**
   * @param keep files in memory; false while the page is being worked on
   */
  Assets(boolean keep) {
    this.keep = keep;
  }

  Answer.Content find(String path) {
    String name = path.isEmpty() ? "index.html" : path;
    Answer.Content known = read.get(name);
    if (known != null) {
      return known;
    }
    Answer.Content content = load(name);
    if (keep) {
      read.put(name, content);
    }
    return content;
  }

  private static Answer.Content load(String name) {
    String resource =
        name.startsWith("lib/") ? LIBRARIES.get(name.substring("lib/".length())) : PAGE + name;
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    byte[] bytes = resource == null || type == null || !staysInside(name) ? null : bytes(resource);
    if (bytes == null || type == null) {
      throw Refusal.notFound("there is no such file in the page");
    }
    return new Answer.Content(type, bytes);
  }

  /** Part by part: matching them all by one expression takes a frame of the stack for each. */
  private static boolean staysInside(String name) {
    return Arrays.stream(name.split("/", -1)).allMatch(part -> PART.matcher(part).matches());
  }

  private static byte @Nullable [] bytes(String resource) {
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
