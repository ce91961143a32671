package dev.tilescope.internal.serve.http;

/** A request that cannot be answered: what is wrong and what to do, for the person at the page. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  private Refusal(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The request itself makes no sense. */
  public static Refusal badRequest(String message) {
    return new Refusal(400, message);
  }

  /** What is asked for does not exist. */
  public static Refusal notFound(String message) {
    return new Refusal(404, message);
  }

  /** It was there and is not any more. */
  public static Refusal gone(String message) {
    return new Refusal(410, message);
  }

  /** The data cannot be read, or holds nothing of the kind. */
  public static Refusal unusable(String message) {
    return new Refusal(422, message);
  }

  static Refusal forbidden(String message) {
    return new Refusal(403, message);
  }

  public static Refusal wrongMethod(String message) {
    return new Refusal(405, message);
  }

  public static Refusal tooLarge(String message) {
    return new Refusal(413, message);
  }

  public int status() {
    return status;
  }

  /** What is wrong; never null. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
