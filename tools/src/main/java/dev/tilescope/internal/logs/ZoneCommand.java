package dev.tilescope.internal.logs;

/** What a dispatch core was doing in a zone, as far as the report asks. */
enum ZoneCommand {
  /** Nothing was said. */
  NONE,
  /** The dispatcher told its subordinate that the operation may go: its part is done. */
  NOTIFY_SUBORDINATE,
  /** The subordinate waits until the workers are free, and tells them to go. */
  SEND_GO_SIGNAL,
  OTHER;

  static ZoneCommand of(String name) {
    return switch (name) {
      case "CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL" -> NOTIFY_SUBORDINATE;
      case "CQ_DISPATCH_CMD_SEND_GO_SIGNAL" -> SEND_GO_SIGNAL;
      default -> OTHER;
    };
  }
}
