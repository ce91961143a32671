package dev.tilescope.agent;

/** Gives a place in the source its number. */
@FunctionalInterface
interface SiteNumbers {
  int site(String function, String file, int line);
}
