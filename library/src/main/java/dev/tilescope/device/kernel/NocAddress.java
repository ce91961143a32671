package dev.tilescope.device.kernel;

import dev.tilescope.model.CoreCoord;

/** A place that the NoC reaches. */
public sealed interface NocAddress {
  long address();

  /** In a DRAM bank, at the address that its channel has. */
  record Dram(int bank, long address) implements NocAddress {
    @Override
    public String toString() {
      return "DRAM bank " + bank + " at " + address;
    }
  }

  /** In the L1 of a core. */
  record L1(CoreCoord core, long address) implements NocAddress {
    @Override
    public String toString() {
      return "L1 of core " + core + " at " + address;
    }
  }
}
