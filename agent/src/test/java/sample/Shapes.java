package sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One of each shape of code; prints what must be the same with and without zones. */
public class Shapes {
  private static final Map<String, Integer> TABLE = new TreeMap<>();
  private static final Object LOCK = new Object();

  static {
    for (int i = 0; i < 3; i++) {
      TABLE.put("k" + i, i);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    print("recursion", fibonacci(12));
    print("wide", wide(1, 2L, 3f, 4d, "5", new int[] {6}));
    print("exceptions", exceptions());
    print("finally", order());
    print("lambdas", lambdas());
    print("generics", new Pair<>("b", 2).compareTo(new Pair<>("a", 3)));
    print("switches", switches("two", 2) + switches(7L, 9) + switches(new Point(1, 2), 0));
    print("locks", locks());
    print("records", new Point(3, 4) + " " + new Point(3, 4).equals(new Point(3, 4)));
    print("enums", Level.HIGH.next() + " " + Level.valueOf("LOW").weight());
    print("interfaces", new Named() {}.greeting() + Named.twice("x"));
    print("constructors", new Child(new ArrayList<>(List.of(1, 2)), true));
    print("failed constructor", failedConstructor());
    print("virtual thread", inThread());
    print("inner", new Shapes().new Inner().value());
    print("loops", loops());
    print("table", TABLE);
    print("overflow", overflow(0) > 100);
  }

  private static void print(String what, Object value) {
    System.out.println(what + ": " + value);
  }

  static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static double wide(int i, long l, float f, double d, String s, int[] a) {
    double sum = i + l + f + d;
    long more = l * 2;
    return sum + more + s.length() + a[0];
  }

  static String exceptions() {
    StringBuilder seen = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      try {
        seen.append(thrower(i));
      } catch (IllegalStateException | IllegalArgumentException e) {
        seen.append(e.getMessage());
      } finally {
        seen.append('f');
      }
    }
    return seen.toString();
  }

  static int thrower(int i) {
    if (i == 1) {
      throw new IllegalStateException("state");
    }
    if (i == 2) {
      throw new IllegalArgumentException("argument");
    }
    return i;
  }

  @SuppressWarnings("finally")
  static int order() {
    try {
      throw new IllegalStateException();
    } finally {
      return 42;
    }
  }

  static int lambdas() {
    int base = 10;
    IntUnaryOperator add = x -> x + base;
    Supplier<List<String>> made = ArrayList::new;
    List<String> list = made.get();
    IntStream.range(0, 3).mapToObj(i -> "s" + add.applyAsInt(i)).forEach(list::add);
    return list.size() + list.getLast().length();
  }

  record Pair<A extends Comparable<A>, B>(A first, B second) implements Comparable<Pair<A, B>> {
    @Override
    public int compareTo(Pair<A, B> other) {
      return first.compareTo(other.first);
    }
  }

  record Point(int x, int y) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x");
      }
    }
  }

  static String switches(Object value, int number) {
    String by =
        switch (number) {
          case 0 -> "zero";
          case 2, 3 -> "few";
          default -> {
            String text = "many";
            yield text + number;
          }
        };
    return switch (value) {
      case String s when s.startsWith("t") -> by + s;
      case Point(int x, int y) -> by + (x + y);
      case Long l -> by + l;
      default -> by;
    };
  }

  static synchronized int locks() throws InterruptedException {
    int sum = 0;
    synchronized (LOCK) {
      for (int i = 0; i < 2; i++) {
        synchronized (TABLE) {
          if (i == 1) {
            return sum + TABLE.size();
          }
          sum += 10;
        }
      }
    }
    return -1;
  }

  enum Level {
    LOW(1),
    HIGH(5) {
      @Override
      Level next() {
        return LOW;
      }
    };

    private final int weight;

    Level(int weight) {
      this.weight = weight;
    }

    int weight() {
      return weight;
    }

    Level next() {
      return HIGH;
    }
  }

  interface Named {
    default String greeting() {
      return prefix() + "you";
    }

    private String prefix() {
      return "hello ";
    }

    static String twice(String text) {
      return text + text;
    }
  }

  static class Parent {
    final String text;

    Parent(String text) {
      this.text = text;
    }
  }

  static class Child extends Parent {
    final int count;

    Child(List<Integer> list, boolean flag) {
      if (list == null) {
        throw new IllegalArgumentException("list");
      }
      int size = list.size();
      super(flag ? new String(new StringBuilder("a").append(size)) : new String("b"));
      this.count = new ArrayList<>(List.of(new Point(1, 2).x(), 2)).size();
    }

    Child() {
      this(List.of(), false);
    }

    @Override
    public String toString() {
      return text + count + (text.equals("b") ? "" : new Child());
    }
  }

  static class Failing extends Parent {
    private final int value = Integer.parseInt("no number");

    Failing() {
      super("failing");
    }
  }

  static String failedConstructor() {
    try {
      return "made " + new Failing().value;
    } catch (NumberFormatException e) {
      return "failed";
    }
  }

  static int inThread() throws InterruptedException {
    int[] box = new int[1];
    Thread.ofVirtual().start(() -> box[0] = fibonacci(5)).join();
    return box[0];
  }

  class Inner {
    int value() {
      return TABLE.size();
    }
  }

  static int loops() {
    int count = 0;
    outer:
    for (int i = 0; ; i++) {
      int j = 0;
      do {
        if (j == 3) continue outer;
        if (i == 4) break outer;
        count++;
      } while (++j < 10);
    }
    while (count > 5) count -= 2;
    return count;
  }

  static int overflow(int depth) {
    try {
      return deeper(depth);
    } catch (StackOverflowError e) {
      return 1000;
    }
  }

  private static int deeper(int depth) {
    return depth > 200 ? depth : deeper(depth + 1);
  }
}
