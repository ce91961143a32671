package dev.tilescope.model;

import java.util.List;

/** The name of a traced function and of its arguments, in order. One instance per function. */
public record Signature(String name, List<String> argumentNames) {
  public Signature {
    argumentNames = List.copyOf(argumentNames);
  }

  public static Signature of(String name, String... argumentNames) {
    return new Signature(name, List.of(argumentNames));
  }
}
