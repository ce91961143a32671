package dev.tilescope.device.kernel;

import dev.tilescope.device.marker.FirmwareZones;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.model.MathFidelity;

/**
 * What a compute kernel can do besides: tile operations, from circular buffers into the destination
 * registers and back.
 *
 * <p>Three clocks run: unpacking waits for pages and reads them, math computes, packing reserves
 * and pushes. Unpacking can be two tile operations ahead of math, and packing one half of the
 * registers behind it. The matrix engine's times are those of TT-Metal's figures; those of the
 * packer and the vector engine are ours. The init calls that kernels in C++ make are not needed.
 */
public final class ComputeContext extends KernelContext {
  private static final int UNPACK_BYTES_PER_CYCLE = 80;
  private static final int PACK_BYTES_PER_CYCLE = 64;
  private static final int MATMUL_CYCLES = 16;
  private static final int ELEMENTWISE_CYCLES = 8;
  private static final int SYNC_CYCLES = 6;
  private static final int SOURCE_BANKS = 2;
  private static final long MATMUL_OPERATIONS = 2L * TileFormat.SIDE * TileFormat.ELEMENTS;

  private final RiscRun unpack;
  private final RiscRun math;
  private final RiscRun pack;
  private final int fidelityPhases;
  private final DestinationRegisters registers = new DestinationRegisters();
  private final long[] sourceFreeAt = new long[SOURCE_BANKS];
  private int operations;

  ComputeContext(Setup setup, MathFidelity fidelity) {
    super(setup);
    this.unpack = setup.riscs().get(0);
    this.math = setup.riscs().get(1);
    this.pack = setup.riscs().get(2);
    this.fidelityPhases = fidelity.passes();
  }

  /** Math takes a half of the destination registers. */
  public void tileRegsAcquire() {
    requireMoving();
    registers.acquire(math);
    math.advance(SYNC_CYCLES);
  }

  /** Math has done with it. */
  public void tileRegsCommit() {
    requireRunning();
    math.advance(SYNC_CYCLES);
    registers.commit(math);
  }

  /** The packer takes it over. */
  public void tileRegsWait() {
    requireRunning();
    registers.await(pack);
    pack.advance(SYNC_CYCLES);
  }

  /** The packer has done with it. */
  public void tileRegsRelease() {
    requireRunning();
    pack.advance(SYNC_CYCLES);
    registers.release(pack);
  }

  /** dst = tile. */
  public void copyTile(int cb, int tile, int dst) {
    requireMoving();
    float[] result = registers.forMath("copyTile", dst);
    float[] from = read(cb, tile);
    engine(bytes(cb), ELEMENTWISE_CYCLES);
    System.arraycopy(from, 0, result, 0, TileFormat.ELEMENTS);
  }

  /** dst = a + b. */
  public void addTiles(int cbA, int cbB, int tileA, int tileB, int dst) {
    elementwise("addTiles", cbA, cbB, tileA, tileB, dst, ELEMENTWISE_CYCLES, Float::sum);
  }

  /** dst = a - b. */
  public void subTiles(int cbA, int cbB, int tileA, int tileB, int dst) {
    elementwise("subTiles", cbA, cbB, tileA, tileB, dst, ELEMENTWISE_CYCLES, (a, b) -> a - b);
  }

  /** dst = a * b, element by element. */
  public void mulTiles(int cbA, int cbB, int tileA, int tileB, int dst) {
    int cycles = ELEMENTWISE_CYCLES * fidelityPhases;
    elementwise("mulTiles", cbA, cbB, tileA, tileB, dst, cycles, (a, b) -> a * b);
  }

  private interface FloatOperator {
    float apply(float a, float b);
  }

  private void elementwise(
      String call, int cbA, int cbB, int tileA, int tileB, int dst, int cycles, FloatOperator f) {
    requireMoving();
    float[] result = registers.forMath(call, dst);
    float[] a = read(cbA, tileA);
    float[] b = read(cbB, tileB);
    engine(bytes(cbA) + bytes(cbB), cycles);
    for (int i = 0; i < TileFormat.ELEMENTS; i++) {
      result[i] = f.apply(a[i], b[i]);
    }
  }

  /** dst += a x b, the matrix product of two tiles. */
  public void matmulTiles(int cbA, int cbB, int tileA, int tileB, int dst) {
    requireMoving();
    float[] result = registers.forMath("matmulTiles", dst);
    float[] a = read(cbA, tileA);
    float[] b = read(cbB, tileB);
    engine(bytes(cbA) + bytes(cbB), MATMUL_CYCLES * fidelityPhases);
    coreRun().work().floatingPointOperations += MATMUL_OPERATIONS;
    for (int row = 0; row < TileFormat.SIDE; row++) {
      for (int k = 0; k < TileFormat.SIDE; k++) {
        float left = a[row * TileFormat.SIDE + k];
        for (int column = 0; column < TileFormat.SIDE; column++) {
          result[row * TileFormat.SIDE + column] += left * b[k * TileFormat.SIDE + column];
        }
      }
    }
  }

  /** dst = e^dst. */
  public void expTile(int dst) {
    vector("expTile", Sfpu.EXP, dst);
  }

  /** dst = gelu(dst). */
  public void geluTile(int dst) {
    vector("geluTile", Sfpu.GELU, dst);
  }

  /** dst = max(dst, 0). */
  public void reluTile(int dst) {
    vector("reluTile", Sfpu.RELU, dst);
  }

  /** dst = square root of dst. */
  public void sqrtTile(int dst) {
    vector("sqrtTile", Sfpu.SQRT, dst);
  }

  /** dst = 1 / dst. */
  public void recipTile(int dst) {
    vector("recipTile", Sfpu.RECIP, dst);
  }

  private void vector(String call, Sfpu operation, int dst) {
    requireMoving();
    operation.apply(registers.forMath(call, dst));
    math.advance(operation.tileCycles());
    coreRun().work().sfpuCycles += operation.tileCycles();
  }

  /** Packs a tile of the registers into the next page that was reserved. */
  public void packTile(int dst, int cb) {
    requireMoving();
    float[] tile = registers.forPack("packTile", dst);
    CircularFifo buffer = coreRun().buffer(cb);
    coreRun().l1().write(buffer.nextPackAddress(), TileFormat.pack(buffer.format(), tile));
    long cycles = Math.ceilDiv(bytes(cb), PACK_BYTES_PER_CYCLE);
    pack.advance(cycles);
    coreRun().work().packCycles += cycles;
  }

  private float[] read(int cb, int tile) {
    CircularFifo buffer = coreRun().buffer(cb);
    byte[] bytes = coreRun().l1().read(buffer.frontAddress(tile), buffer.format().tileBytes());
    return TileFormat.unpack(buffer.format(), bytes);
  }

  private long bytes(int cb) {
    return coreRun().buffer(cb).format().tileBytes();
  }

  /** Unpacks bytes and computes on them; the source registers have two banks. */
  private void engine(long bytes, int mathCycles) {
    int bank = operations++ % SOURCE_BANKS;
    long unpackCycles = Math.ceilDiv(bytes, UNPACK_BYTES_PER_CYCLE);
    unpack.waitUntil(sourceFreeAt[bank]);
    unpack.advance(unpackCycles);
    math.waitUntil(unpack.cycles());
    math.advance(mathCycles);
    sourceFreeAt[bank] = math.cycles();
    coreRun().work().unpackCycles += unpackCycles;
    coreRun().work().fpuCycles += mathCycles;
  }

  @Override
  RiscRun consumer() {
    return unpack;
  }

  @Override
  RiscRun producer() {
    return pack;
  }

  @Override
  void arrived(long lostCycles) {
    RiscMarkers markers = unpack.markers();
    if (markers != null) {
      markers.addToSum(0, FirmwareZones.WAIT_FRONT, lostCycles);
    }
  }

  @Override
  void reserved(long lostCycles) {
    RiscMarkers markers = pack.markers();
    if (markers != null) {
      markers.addToSum(1, FirmwareZones.RESERVE_BACK, lostCycles);
    }
  }

  @Override
  void beforePush(long address, long bytes) {}

  @Override
  void beforePop(long address, long bytes) {}

  @Override
  void finish() {
    mayHang(() -> "is at its end");
  }
}
