package dev.tilescope.tracy.live;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/** The port that was asked for, or the first free one of those that Tracy looks at. */
final class ListeningPort {
  private static final int FIRST = 8086;
  private static final int LAST = FIRST + 19;

  /** Those who connect beyond this before we look try again after a whole second. */
  private static final int MOST_UNSEEN = 1024;

  private ListeningPort() {}

  static ServerSocketChannel open(LiveOptions options) throws IOException {
    int last = options.port() == 0 ? LAST : options.port();
    for (int port = options.port() == 0 ? FIRST : options.port(); ; port++) {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        return channel.bind(new InetSocketAddress(options.bind(), port), MOST_UNSEEN);
      } catch (IOException e) {
        channel.close();
        if (port >= last) {
          throw e;
        }
      }
    }
  }

  /** What was tried, in words. */
  static String name(LiveOptions options) {
    return options.port() == 0 ? "ports " + FIRST + " to " + LAST : "port " + options.port();
  }
}
