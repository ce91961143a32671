package sample;

/** Calls a library class if there is one. */
public class Plain {
  public static void main(String[] args) throws Exception {
    helper();
    for (String library : args) {
      Class.forName(library).getMethod("call").invoke(null);
    }
  }

  static void helper() {}
}
