package dev.tilescope.model;

/**
 * What is said to the user of a program that Tilescope works inside, on its standard error.
 * Commands have writers of their own, and sentences of TT-NN and TT-Metal are printed as these
 * print them.
 */
public final class Notice {
  private Notice() {}

  /**
   * @param text begins in the middle of a sentence: {@code tilescope: } comes before it
   */
  public static void print(String text) {
    System.err.println("tilescope: " + text);
  }
}
