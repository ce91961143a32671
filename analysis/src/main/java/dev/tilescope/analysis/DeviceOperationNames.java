package dev.tilescope.analysis;

/** The calls of a trace that are device operations, told by their names alone. */
public final class DeviceOperationNames {
  private DeviceOperationNames() {}

  /** Functions of the host carry a namespace, a package or a remark that PyTorch computes them. */
  public static boolean contain(String name) {
    return !name.isEmpty()
        && name.indexOf('.') < 0
        && !name.contains("::")
        && !name.contains("(torch)");
  }
}
