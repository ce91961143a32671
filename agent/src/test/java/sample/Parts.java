package sample;

import dev.tilescope.profile.Profiler;

/** Profiles parts of itself. */
public class Parts {
  public static void main(String[] args) {
    before();
    Profiler.enable();
    inside();
    turnsOff();
    Profiler.disable();
    after();
    turnsOn();
    inside();
    Profiler.disable();
  }

  static void before() {
    inside();
  }

  static void inside() {}

  static void turnsOff() {
    inside();
    Profiler.disable();
    inside();
    Profiler.enable();
    inside();
    Profiler.disable();
  }

  static void after() {
    inside();
  }

  static void turnsOn() {
    Profiler.enable();
    inside();
  }
}
