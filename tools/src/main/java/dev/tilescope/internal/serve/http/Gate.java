package dev.tilescope.internal.serve.http;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask: callers on this machine who know the token.
 *
 * <p>The token is the first part of every path, so that links inside the page carry it by being
 * relative. A page of another site that resolves its own name to 127.0.0.1 (DNS rebinding) is told
 * by its {@code Host}, one that posts here by its {@code Origin}.
 */
public final class Gate {
  private static final int TOKEN_BYTES = 18;

  private final String token;
  private final Set<String> hosts;

  private Gate(String token, Set<String> hosts) {
    this.token = token;
    this.hosts = hosts;
  }

  public static Gate open(int port) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return new Gate(
        Base64.getUrlEncoder().withoutPadding().encodeToString(random),
        Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port));
  }

  public String token() {
    return token;
  }

  /**
   * The path below the token.
   *
   * @throws Refusal if the caller may not ask
   */
  public String enter(String path, Headers headers) {
    List<String> named = headers.getOrDefault("Host", List.of());
    if (named.size() > 1) {
      throw Refusal.badRequest(
          "the request names %d hosts; a request has one Host header".formatted(named.size()));
    }
    if (named.isEmpty() || !hosts.contains(named.getFirst())) {
      throw Refusal.forbidden(
          "this server answers as 127.0.0.1 or localhost only; open the address that tilescope"
              + " serve printed");
    }
    requireOwnOrigin(headers.getFirst("Origin"));
    int end = path.indexOf('/', 1);
    String given = path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
    if (end < 0 || !isToken(given)) {
      throw Refusal.forbidden(
          "the address lacks this server's token, which is new at each start; open the address"
              + " that tilescope serve printed");
    }
    return path.substring(end + 1);
  }

  private void requireOwnOrigin(@Nullable String origin) {
    if (origin != null
        && !(origin.startsWith("http://")
            && hosts.contains(origin.substring("http://".length())))) {
      throw Refusal.forbidden("requests from other sites are not answered");
    }
  }

  private boolean isToken(String given) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
