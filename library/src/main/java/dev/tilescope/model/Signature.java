package dev.tilescope.model;

import java.util.List;

/**
 * The name of a traced function and of its arguments, in order. One instance per function.
 *
 * @param isOperation whether it is what users call, such as {@code ttnn::add}, and not a part of it
 */
public record Signature(String name, List<String> argumentNames, boolean isOperation) {
  public Signature {
    argumentNames = List.copyOf(argumentNames);
  }

  /** Of an operation as users call it. */
  public static Signature ofOperation(String name, List<String> argumentNames) {
    return new Signature(name, argumentNames, true);
  }

  public static Signature of(String name, String... argumentNames) {
    return new Signature(name, List.of(argumentNames), false);
  }
}
