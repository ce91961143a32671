package dev.tilescope.internal.export;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Rewrites the text of an argument, as TT-NN prints C++ values, into something close to JSON, in
 * one pass. The rules are those of TT-NN's {@code serialize_graph}:
 *
 * <pre>
 * key=             "key":          a key; what follows is its value
 * Type(   Type{    "Type":{        at the very beginning: the type is the key of everything
 * Type(   Type{    {               elsewhere: the name of the type is dropped
 * )                }
 * {[...]}          [...]           braces around just a list
 * {32, 32}         "{32, 32}"      as a value: a list of numbers in braces is a text
 * word             "word"          as a value, :: included
 * </pre>
 *
 * Control characters become JSON's escapes, text in quotes stays, and so does everything else. That
 * need not be JSON: {@code Type(1, Other(2))} gives {@code "Type":{1, {2}}}.
 */
final class ArgumentText {
  private static final int NONE = -1;

  private final String text;

  /** For each bracket the position of its partner. */
  private final int[] partner;

  private final StringBuilder out;
  private int at;
  private boolean valueNext;

  private ArgumentText(String text) {
    this.text = text;
    this.partner = partners(text);
    this.out = new StringBuilder(text.length() + 32);
  }

  static String rewritten(String argument) {
    ArgumentText rewriting = new ArgumentText(argument);
    while (rewriting.at < argument.length()) {
      rewriting.step();
    }
    return rewriting.out.toString();
  }

  private void step() {
    char c = text.charAt(at);
    if (isWordStart(c)) {
      word();
    } else if (c == '"') {
      quoted();
    } else if (c == '(' || c == '{') {
      open();
    } else if (c == ')' || c == '}') {
      close();
    } else {
      valueNext &= c == ' ';
      copy(c);
    }
  }

  private void word() {
    int begin = at;
    at = wordEnd(begin);
    String word = text.substring(begin, at);
    int after = blanksEnd(at);
    char next = after < text.length() ? text.charAt(after) : ',';
    if (next == '=' && after == at) {
      out.append('"').append(word).append("\":");
      at++;
      valueNext = true;
    } else if (next == '(' || next == '{') {
      if (begin == 0) {
        out.append('"').append(word).append("\":");
        valueNext = true;
      }
      at = after;
    } else {
      boolean value = valueNext && (after > at || next == ',' || isClosing(next));
      out.append(value ? "\"" + word + "\"" : word);
      valueNext = false;
    }
  }

  private int blanksEnd(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) == ' ') {
      end++;
    }
    return end;
  }

  private void open() {
    int close = partner[at];
    if (valueNext && close != NONE && isNumbers(at + 1, close)) {
      out.append("\"{").append(text, at + 1, close).append("}\"");
      at = close + 1;
    } else {
      if (!isAroundList(at)) {
        out.append('{');
      }
      at++;
    }
    valueNext = false;
  }

  private void close() {
    if (partner[at] == NONE || !isAroundList(partner[at])) {
      out.append('}');
    }
    at++;
    valueNext = false;
  }

  private boolean isAroundList(int open) {
    int close = partner[open];
    return close != NONE
        && open + 1 < close
        && text.charAt(open + 1) == '['
        && partner[open + 1] == close - 1;
  }

  private boolean isNumbers(int from, int to) {
    boolean digits = false;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && c != ',' && c != ' ' && c != '-' && c != '.') {
        return false;
      }
      digits |= digit;
    }
    return digits;
  }

  private void quoted() {
    valueNext = false;
    copy('"');
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        copy('\\');
      }
      copy(text.charAt(at));
    }
    if (at < text.length()) {
      copy('"');
    }
  }

  private void copy(char c) {
    if (c < ' ') {
      out.append("\\u%04x".formatted((int) c));
    } else {
      out.append(c);
    }
    at++;
  }

  private int wordEnd(int begin) {
    int end = begin;
    while (end < text.length()) {
      if (isWordPart(text.charAt(end))) {
        end++;
      } else if (text.startsWith("::", end)) {
        end += 2;
      } else {
        break;
      }
    }
    return end;
  }

  private static int[] partners(String text) {
    int[] partner = new int[text.length()];
    Arrays.fill(partner, NONE);
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(' || c == '[' || c == '{') {
        open.push(i);
      } else if (isClosing(c) && !open.isEmpty()) {
        int begin = open.pop();
        if (closes(text.charAt(begin), c)) {
          partner[begin] = i;
          partner[i] = begin;
        }
      }
    }
    return partner;
  }

  private static boolean closes(char open, char close) {
    return switch (open) {
      case '(' -> close == ')';
      case '[' -> close == ']';
      default -> close == '}';
    };
  }

  private static boolean isClosing(char c) {
    return c == ')' || c == ']' || c == '}';
  }

  private static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isWordPart(char c) {
    return isWordStart(c) || (c >= '0' && c <= '9');
  }
}
