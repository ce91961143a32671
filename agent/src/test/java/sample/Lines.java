package sample;

/** Tests name its lines by number: change nothing above {@code main}'s end. */
public class Lines {
  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += i;
    }
    try {
      sum += fail(sum);
    } catch (IllegalStateException e) {
      sum = 1;
    }
    Lines lines = new Lines(sum);
    lines.toString();
  }

  private final int value;

  Lines(int given) {
    super();
    value = given;
  }

  static int fail(int x) {
    int y = x;
    throw new IllegalStateException("" + y);
  }
}
