package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.options.AsTensorOptions.Preprocess;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import dev.tilescope.ops.options.ReshapeOptions.TileReshapeMapMode;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchDtype;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of options and configs with one component changed.
 *
 * <p>Generated from the records: to change it, change them and run {@code mvn -Pgenerate}.
 */
final class Withers {
  private Withers() {}

  /** Withers of {@link AllGatherAsyncOptions}. */
  interface OfAllGatherAsyncOptions {
    @Nullable Tensor persistentOutputBuffer();

    @Nullable MemoryConfig memoryConfig();

    Topology topology();

    @Nullable Integer clusterAxis();

    LinkOptions links();

    boolean useOptimalCclForLlama();

    boolean useBroadcast();

    @Nullable GlobalSemaphore barrierSemaphore();

    @Nullable CoreRangeSet subCoreGrids();

    /**
     * The same with another {@code persistentOutputBuffer}.
     *
     * @param value tensor to write to; allocated unless given. Its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default AllGatherAsyncOptions withPersistentOutputBuffer(@Nullable Tensor value) {
      return new AllGatherAsyncOptions(
          value,
          memoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          useOptimalCclForLlama(),
          useBroadcast(),
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default AllGatherAsyncOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          value,
          topology(),
          clusterAxis(),
          links(),
          useOptimalCclForLlama(),
          useBroadcast(),
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code topology}.
     *
     * @param value {@code RING} for a ring where the links close one, else a line
     */
    default AllGatherAsyncOptions withTopology(Topology value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          value,
          clusterAxis(),
          links(),
          useOptimalCclForLlama(),
          useBroadcast(),
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code clusterAxis}.
     *
     * @param value the groups of devices that work together: 0 for those of a column of the mesh, 1
     *     for those of a row, all unless given
     */
    default AllGatherAsyncOptions withClusterAxis(@Nullable Integer value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          topology(),
          value,
          links(),
          useOptimalCclForLlama(),
          useBroadcast(),
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code links}.
     *
     * @param value how the Ethernet links between the devices are used
     */
    default AllGatherAsyncOptions withLinks(LinkOptions value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          topology(),
          clusterAxis(),
          value,
          useOptimalCclForLlama(),
          useBroadcast(),
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code useOptimalCclForLlama}.
     *
     * @param value traced; the model has one way to place the cores
     */
    default AllGatherAsyncOptions withUseOptimalCclForLlama(boolean value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          value,
          useBroadcast(),
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code useBroadcast}.
     *
     * @param value traced; the same data crosses the same links in the model
     */
    default AllGatherAsyncOptions withUseBroadcast(boolean value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          useOptimalCclForLlama(),
          value,
          barrierSemaphore(),
          subCoreGrids());
    }

    /**
     * The same with another {@code barrierSemaphore}.
     *
     * @param value traced; the modelled devices wait for each other by themselves
     */
    default AllGatherAsyncOptions withBarrierSemaphore(@Nullable GlobalSemaphore value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          useOptimalCclForLlama(),
          useBroadcast(),
          value,
          subCoreGrids());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that may feed links; the whole compute grid unless given
     */
    default AllGatherAsyncOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new AllGatherAsyncOptions(
          persistentOutputBuffer(),
          memoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          useOptimalCclForLlama(),
          useBroadcast(),
          barrierSemaphore(),
          value);
    }
  }

  /** Withers of {@link AllGatherMatmulOptions}. */
  interface OfAllGatherMatmulOptions {
    @Nullable Tensor bias();

    int numLinks();

    @Nullable MemoryConfig memoryConfigAg();

    Topology topology();

    @Nullable GlobalSemaphore barrierSemaphore();

    @Nullable Integer subdeviceId();

    @Nullable MemoryConfig memoryConfigMm();

    boolean transposeA();

    boolean transposeB();

    @Nullable DataType dtype();

    @Nullable MatmulProgramConfig programConfig();

    @Nullable String activation();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable CoreGrid coreGrid();

    @Nullable Integer chunksPerSync();

    @Nullable Integer numWorkersPerLink();

    @Nullable Integer numBuffersPerChannel();

    /**
     * The same with another {@code bias}.
     *
     * @param value a row that is added to the product; none unless given
     */
    default AllGatherMatmulOptions withBias(@Nullable Tensor value) {
      return new AllGatherMatmulOptions(
          value,
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code numLinks}.
     *
     * @param value how many links to each neighbour carry data; 1 unless given
     */
    default AllGatherMatmulOptions withNumLinks(int value) {
      return new AllGatherMatmulOptions(
          bias(),
          value,
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code memoryConfigAg}.
     *
     * @param value where the gathered tensor is placed; where the input is unless given
     */
    default AllGatherMatmulOptions withMemoryConfigAg(@Nullable MemoryConfig value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          value,
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code topology}.
     *
     * @param value whether data goes along a line or around a ring; a ring that the links do not
     *     close is a line. A line unless given
     */
    default AllGatherMatmulOptions withTopology(Topology value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          value,
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code barrierSemaphore}.
     *
     * @param value semaphore of a barrier; traced, as the modelled devices wait for each other by
     *     themselves
     */
    default AllGatherMatmulOptions withBarrierSemaphore(@Nullable GlobalSemaphore value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          value,
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code subdeviceId}.
     *
     * @param value the sub-device to run on; the modelled device has one, number 0
     */
    default AllGatherMatmulOptions withSubdeviceId(@Nullable Integer value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          value,
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code memoryConfigMm}.
     *
     * @param value where the product is placed; where the input is unless given
     */
    default AllGatherMatmulOptions withMemoryConfigMm(@Nullable MemoryConfig value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          value,
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code transposeA}.
     *
     * @param value whether the last two dimensions of the left matrix are swapped first
     */
    default AllGatherMatmulOptions withTransposeA(boolean value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          value,
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code transposeB}.
     *
     * @param value whether the last two dimensions of the right matrix are swapped first
     */
    default AllGatherMatmulOptions withTransposeB(boolean value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          value,
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; that of the input unless given
     */
    default AllGatherMatmulOptions withDtype(@Nullable DataType value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          value,
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how the work is spread over the cores; the program for interleaved tensors
     *     unless given
     */
    default AllGatherMatmulOptions withProgramConfig(@Nullable MatmulProgramConfig value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          value,
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code activation}.
     *
     * @param value name of a unary operation applied to the result, e.g. {@code "relu"}; none
     *     unless given
     */
    default AllGatherMatmulOptions withActivation(@Nullable String value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          value,
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default AllGatherMatmulOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          value,
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code coreGrid}.
     *
     * @param value the cores to spread the work over, a rectangle from the corner (0, 0)
     */
    default AllGatherMatmulOptions withCoreGrid(@Nullable CoreGrid value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          value,
          chunksPerSync(),
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code chunksPerSync}.
     *
     * @param value how much is sent between two signals; traced, as the model has no signals
     */
    default AllGatherMatmulOptions withChunksPerSync(@Nullable Integer value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          value,
          numWorkersPerLink(),
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code numWorkersPerLink}.
     *
     * @param value cores that feed each link in each direction; 1 unless given
     */
    default AllGatherMatmulOptions withNumWorkersPerLink(@Nullable Integer value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          value,
          numBuffersPerChannel());
    }

    /**
     * The same with another {@code numBuffersPerChannel}.
     *
     * @param value buffers of each channel of a link; traced, as the model has no such buffers
     */
    default AllGatherMatmulOptions withNumBuffersPerChannel(@Nullable Integer value) {
      return new AllGatherMatmulOptions(
          bias(),
          numLinks(),
          memoryConfigAg(),
          topology(),
          barrierSemaphore(),
          subdeviceId(),
          memoryConfigMm(),
          transposeA(),
          transposeB(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          chunksPerSync(),
          numWorkersPerLink(),
          value);
    }
  }

  /** Withers of {@link AllGatherOptions}. */
  interface OfAllGatherOptions {
    @Nullable Integer clusterAxis();

    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor outputTensor();

    @Nullable CoreRangeSet subCoreGrids();

    @Nullable Topology topology();

    LinkOptions links();

    boolean useL1SmallForSemaphores();

    /**
     * The same with another {@code clusterAxis}.
     *
     * @param value the groups of devices that work together: 0 for those of a column of the mesh, 1
     *     for those of a row, all unless given
     */
    default AllGatherOptions withClusterAxis(@Nullable Integer value) {
      return new AllGatherOptions(
          value,
          memoryConfig(),
          outputTensor(),
          subCoreGrids(),
          topology(),
          links(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default AllGatherOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new AllGatherOptions(
          clusterAxis(),
          value,
          outputTensor(),
          subCoreGrids(),
          topology(),
          links(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to; allocated unless given. Its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default AllGatherOptions withOutputTensor(@Nullable Tensor value) {
      return new AllGatherOptions(
          clusterAxis(),
          memoryConfig(),
          value,
          subCoreGrids(),
          topology(),
          links(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that may feed links; the whole compute grid unless given
     */
    default AllGatherOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new AllGatherOptions(
          clusterAxis(),
          memoryConfig(),
          outputTensor(),
          value,
          topology(),
          links(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code topology}.
     *
     * @param value {@code RING} for a ring where the links close one, else a line; a line unless
     *     given
     */
    default AllGatherOptions withTopology(@Nullable Topology value) {
      return new AllGatherOptions(
          clusterAxis(),
          memoryConfig(),
          outputTensor(),
          subCoreGrids(),
          value,
          links(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code links}.
     *
     * @param value how the Ethernet links between the devices are used
     */
    default AllGatherOptions withLinks(LinkOptions value) {
      return new AllGatherOptions(
          clusterAxis(),
          memoryConfig(),
          outputTensor(),
          subCoreGrids(),
          topology(),
          value,
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code useL1SmallForSemaphores}.
     *
     * @param value traced; semaphores hold no memory in the model
     */
    default AllGatherOptions withUseL1SmallForSemaphores(boolean value) {
      return new AllGatherOptions(
          clusterAxis(),
          memoryConfig(),
          outputTensor(),
          subCoreGrids(),
          topology(),
          links(),
          value);
    }
  }

  /** Withers of {@link AllReduceOptions}. */
  interface OfAllReduceOptions {
    @Nullable Integer clusterAxis();

    @Nullable Integer subdeviceId();

    @Nullable MemoryConfig memoryConfig();

    @Nullable Integer numLinks();

    @Nullable Topology topology();

    /**
     * The same with another {@code clusterAxis}.
     *
     * @param value the groups of devices that work together: 0 for those of a column of the mesh, 1
     *     for those of a row, all unless given
     */
    default AllReduceOptions withClusterAxis(@Nullable Integer value) {
      return new AllReduceOptions(value, subdeviceId(), memoryConfig(), numLinks(), topology());
    }

    /**
     * The same with another {@code subdeviceId}.
     *
     * @param value the sub-device to run on; the modelled device has one, number 0
     */
    default AllReduceOptions withSubdeviceId(@Nullable Integer value) {
      return new AllReduceOptions(clusterAxis(), value, memoryConfig(), numLinks(), topology());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default AllReduceOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new AllReduceOptions(clusterAxis(), subdeviceId(), value, numLinks(), topology());
    }

    /**
     * The same with another {@code numLinks}.
     *
     * @param value how many links to each neighbour carry data; 1 unless given
     */
    default AllReduceOptions withNumLinks(@Nullable Integer value) {
      return new AllReduceOptions(clusterAxis(), subdeviceId(), memoryConfig(), value, topology());
    }

    /**
     * The same with another {@code topology}.
     *
     * @param value {@code RING} for a ring where the links close one, else a line; a line unless
     *     given
     */
    default AllReduceOptions withTopology(@Nullable Topology value) {
      return new AllReduceOptions(clusterAxis(), subdeviceId(), memoryConfig(), numLinks(), value);
    }
  }

  /** Withers of {@link AsTensorOptions}. */
  interface OfAsTensorOptions {
    @Nullable DataType dtype();

    Layout layout();

    @Nullable MeshDevice device();

    @Nullable MemoryConfig memoryConfig();

    @Nullable String cacheFileName();

    @Nullable Preprocess preprocess();

    @Nullable MeshMapper meshMapper();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; that of the tensor unless given
     */
    default AsTensorOptions withDtype(@Nullable DataType value) {
      return new AsTensorOptions(
          value, layout(), device(), memoryConfig(), cacheFileName(), preprocess(), meshMapper());
    }

    /**
     * The same with another {@code layout}.
     *
     * @param value layout of the result; block floats are in tiles whatever it says
     */
    default AsTensorOptions withLayout(Layout value) {
      return new AsTensorOptions(
          dtype(), value, device(), memoryConfig(), cacheFileName(), preprocess(), meshMapper());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device that the result is put on; the host unless given
     */
    default AsTensorOptions withDevice(@Nullable MeshDevice value) {
      return new AsTensorOptions(
          dtype(), layout(), value, memoryConfig(), cacheFileName(), preprocess(), meshMapper());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where on the device the result is placed; needed with a device
     */
    default AsTensorOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new AsTensorOptions(
          dtype(), layout(), device(), value, cacheFileName(), preprocess(), meshMapper());
    }

    /**
     * The same with another {@code cacheFileName}.
     *
     * @param value beginning of the name of a file that keeps the converted tensor; dtype, layout
     *     and {@code .tensorbin} are added to it
     */
    default AsTensorOptions withCacheFileName(@Nullable String value) {
      return new AsTensorOptions(
          dtype(), layout(), device(), memoryConfig(), value, preprocess(), meshMapper());
    }

    /**
     * The same with another {@code preprocess}.
     *
     * @param value a named function applied to the tensor before it is converted
     */
    default AsTensorOptions withPreprocess(@Nullable Preprocess value) {
      return new AsTensorOptions(
          dtype(), layout(), device(), memoryConfig(), cacheFileName(), value, meshMapper());
    }

    /**
     * The same with another {@code meshMapper}.
     *
     * @param value how the tensor is cut for the devices of the mesh, e.g. TT-NN's {@code
     *     ShardTensorToMesh}; it needs a device, whose mesh it is
     */
    default AsTensorOptions withMeshMapper(@Nullable MeshMapper value) {
      return new AsTensorOptions(
          dtype(), layout(), device(), memoryConfig(), cacheFileName(), preprocess(), value);
    }
  }

  /** Withers of {@link AttentionSoftmaxOptions}. */
  interface OfAttentionSoftmaxOptions {
    @Nullable Integer headSize();

    @Nullable Tensor attentionMask();

    @Nullable SoftmaxProgramConfig programConfig();

    boolean causalMask();

    @Nullable MemoryConfig memoryConfig();

    /**
     * The same with another {@code headSize}.
     *
     * @param value the scores are divided by its square root; they are left as they are unless
     *     given
     */
    default AttentionSoftmaxOptions withHeadSize(@Nullable Integer value) {
      return new AttentionSoftmaxOptions(
          value, attentionMask(), programConfig(), causalMask(), memoryConfig());
    }

    /**
     * The same with another {@code attentionMask}.
     *
     * @param value tensor added to the scaled scores; each of its dimensions is 1 or that of the
     *     scores
     */
    default AttentionSoftmaxOptions withAttentionMask(@Nullable Tensor value) {
      return new AttentionSoftmaxOptions(
          headSize(), value, programConfig(), causalMask(), memoryConfig());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value without effect, as in TT-NN, which shares out rows of tiles between the cores
     */
    default AttentionSoftmaxOptions withProgramConfig(@Nullable SoftmaxProgramConfig value) {
      return new AttentionSoftmaxOptions(
          headSize(), attentionMask(), value, causalMask(), memoryConfig());
    }

    /**
     * The same with another {@code causalMask}.
     *
     * @param value whether the mask is triangular: it is added as it is either way
     */
    default AttentionSoftmaxOptions withCausalMask(boolean value) {
      return new AttentionSoftmaxOptions(
          headSize(), attentionMask(), programConfig(), value, memoryConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given, as it always is in
     *     place
     */
    default AttentionSoftmaxOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new AttentionSoftmaxOptions(
          headSize(), attentionMask(), programConfig(), causalMask(), value);
    }
  }

  /** Withers of {@link AvgPoolWindow}. */
  interface OfAvgPoolWindow {
    List<Integer> kernelSize();

    List<Integer> stride();

    List<Integer> padding();

    boolean ceilMode();

    boolean countIncludePad();

    @Nullable Integer divisorOverride();

    /**
     * The same with another {@code kernelSize}.
     *
     * @param value height and width of the window
     */
    default AvgPoolWindow withKernelSize(List<Integer> value) {
      return new AvgPoolWindow(
          value, stride(), padding(), ceilMode(), countIncludePad(), divisorOverride());
    }

    /** The same with another {@code kernelSize}, each by itself. */
    default AvgPoolWindow withKernelSize(int... values) {
      return withKernelSize(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code stride}.
     *
     * @param value by how many pixels the window moves, down and across
     */
    default AvgPoolWindow withStride(List<Integer> value) {
      return new AvgPoolWindow(
          kernelSize(), value, padding(), ceilMode(), countIncludePad(), divisorOverride());
    }

    /** The same with another {@code stride}, each by itself. */
    default AvgPoolWindow withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value zeros around the image: height and width, or top, bottom, left and right, at
     *     most half of the window
     */
    default AvgPoolWindow withPadding(List<Integer> value) {
      return new AvgPoolWindow(
          kernelSize(), stride(), value, ceilMode(), countIncludePad(), divisorOverride());
    }

    /** The same with another {@code padding}, each by itself. */
    default AvgPoolWindow withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code ceilMode}.
     *
     * @param value whether a last window may hang over the edge of the image
     */
    default AvgPoolWindow withCeilMode(boolean value) {
      return new AvgPoolWindow(
          kernelSize(), stride(), padding(), value, countIncludePad(), divisorOverride());
    }

    /**
     * The same with another {@code countIncludePad}.
     *
     * @param value whether padding counts as elements
     */
    default AvgPoolWindow withCountIncludePad(boolean value) {
      return new AvgPoolWindow(
          kernelSize(), stride(), padding(), ceilMode(), value, divisorOverride());
    }

    /**
     * The same with another {@code divisorOverride}.
     *
     * @param value what to divide by instead of the number of elements, not 0; that number unless
     *     given
     */
    default AvgPoolWindow withDivisorOverride(@Nullable Integer value) {
      return new AvgPoolWindow(
          kernelSize(), stride(), padding(), ceilMode(), countIncludePad(), value);
    }
  }

  /** Withers of {@link BatchNormOptions}. */
  interface OfBatchNormOptions {
    @Nullable Tensor runningMean();

    @Nullable Tensor runningVar();

    boolean training();

    float eps();

    float momentum();

    @Nullable Tensor weight();

    @Nullable Tensor bias();

    @Nullable Tensor output();

    @Nullable MemoryConfig memoryConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    /**
     * The same with another {@code runningMean}.
     *
     * @param value what to subtract, {@code [1, C, 1, 1]}, needed outside training; in training it
     *     is moved towards the batch's mean
     */
    default BatchNormOptions withRunningMean(@Nullable Tensor value) {
      return new BatchNormOptions(
          value,
          runningVar(),
          training(),
          eps(),
          momentum(),
          weight(),
          bias(),
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code runningVar}.
     *
     * @param value what to divide by the root of, {@code [1, C, 1, 1]}, needed outside training; in
     *     training it is moved towards the batch's variance
     */
    default BatchNormOptions withRunningVar(@Nullable Tensor value) {
      return new BatchNormOptions(
          runningMean(),
          value,
          training(),
          eps(),
          momentum(),
          weight(),
          bias(),
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code training}.
     *
     * @param value whether the batch's own statistics are used
     */
    default BatchNormOptions withTraining(boolean value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          value,
          eps(),
          momentum(),
          weight(),
          bias(),
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code eps}.
     *
     * @param value number added to the variance under the root; finite and not negative
     */
    default BatchNormOptions withEps(float value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          value,
          momentum(),
          weight(),
          bias(),
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code momentum}.
     *
     * @param value how far running statistics move towards the batch's, from 0 to 1
     */
    default BatchNormOptions withMomentum(float value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          eps(),
          value,
          weight(),
          bias(),
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code weight}.
     *
     * @param value a factor for each channel, {@code [1, C, 1, 1]}; 1 unless given
     */
    default BatchNormOptions withWeight(@Nullable Tensor value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          eps(),
          momentum(),
          value,
          bias(),
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code bias}.
     *
     * @param value a summand for each channel, {@code [1, C, 1, 1]}; 0 unless given
     */
    default BatchNormOptions withBias(@Nullable Tensor value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          eps(),
          momentum(),
          weight(),
          value,
          output(),
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code output}.
     *
     * @param value tensor to write to instead of a new one; its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default BatchNormOptions withOutput(@Nullable Tensor value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          eps(),
          momentum(),
          weight(),
          bias(),
          value,
          memoryConfig(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed, interleaved; where the input is unless given
     */
    default BatchNormOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          eps(),
          momentum(),
          weight(),
          bias(),
          output(),
          value,
          computeKernelConfig());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default BatchNormOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new BatchNormOptions(
          runningMean(),
          runningVar(),
          training(),
          eps(),
          momentum(),
          weight(),
          bias(),
          output(),
          memoryConfig(),
          value);
    }
  }

  /** Withers of {@link BinaryOptions}. */
  interface OfBinaryOptions {
    @Nullable DataType dtype();

    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor outputTensor();

    List<UnaryWithParam> activations();

    List<UnaryWithParam> inputTensorAActivations();

    List<UnaryWithParam> inputTensorBActivations();

    boolean useLegacy();

    @Nullable CoreRangeSet subCoreGrids();

    @Nullable Integer subDeviceId();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; unless given that of the tensor to write to, else that
     *     of the first operand, or float32 for a quotient of integers
     */
    default BinaryOptions withDtype(@Nullable DataType value) {
      return new BinaryOptions(
          value,
          memoryConfig(),
          outputTensor(),
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          useLegacy(),
          subCoreGrids(),
          subDeviceId());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the tensor to write to is, else
     *     where the first operand is, or in the shards of the second if those lie on more cores and
     *     the first is sharded or in DRAM; shards are cut for the shape of the result
     */
    default BinaryOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new BinaryOptions(
          dtype(),
          value,
          outputTensor(),
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          useLegacy(),
          subCoreGrids(),
          subDeviceId());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to instead of a new one; its shape and layout must be those of
     *     the result. With row-major operands only the first operand can be written to
     */
    default BinaryOptions withOutputTensor(@Nullable Tensor value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          value,
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          useLegacy(),
          subCoreGrids(),
          subDeviceId());
    }

    /**
     * The same with another {@code activations}.
     *
     * @param value unary functions applied to the result, one after the other
     */
    default BinaryOptions withActivations(List<UnaryWithParam> value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          outputTensor(),
          value,
          inputTensorAActivations(),
          inputTensorBActivations(),
          useLegacy(),
          subCoreGrids(),
          subDeviceId());
    }

    /** The same with another {@code activations}, each by itself. */
    default BinaryOptions withActivations(String... values) {
      return withActivations(UnaryWithParam.named("activations", values));
    }

    /**
     * The same with another {@code inputTensorAActivations}.
     *
     * @param value unary functions applied to the first operand, before anything else
     */
    default BinaryOptions withInputTensorAActivations(List<UnaryWithParam> value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          outputTensor(),
          activations(),
          value,
          inputTensorBActivations(),
          useLegacy(),
          subCoreGrids(),
          subDeviceId());
    }

    /** The same with another {@code inputTensorAActivations}, each by itself. */
    default BinaryOptions withInputTensorAActivations(String... values) {
      return withInputTensorAActivations(
          UnaryWithParam.named("input_tensor_a_activations", values));
    }

    /**
     * The same with another {@code inputTensorBActivations}.
     *
     * @param value unary functions applied to the second operand, before anything else
     */
    default BinaryOptions withInputTensorBActivations(List<UnaryWithParam> value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          outputTensor(),
          activations(),
          inputTensorAActivations(),
          value,
          useLegacy(),
          subCoreGrids(),
          subDeviceId());
    }

    /** The same with another {@code inputTensorBActivations}, each by itself. */
    default BinaryOptions withInputTensorBActivations(String... values) {
      return withInputTensorBActivations(
          UnaryWithParam.named("input_tensor_b_activations", values));
    }

    /**
     * The same with another {@code useLegacy}.
     *
     * @param value broadcast by repeating the smaller operand first, as TT-NN once did
     */
    default BinaryOptions withUseLegacy(boolean value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          outputTensor(),
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          value,
          subCoreGrids(),
          subDeviceId());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given. Where tensors sharded
     *     alike are worked on in place, the cores must include theirs
     */
    default BinaryOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          outputTensor(),
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          useLegacy(),
          value,
          subDeviceId());
    }

    /**
     * The same with another {@code subDeviceId}.
     *
     * @param value must not be given: the modelled device has no sub-devices
     */
    default BinaryOptions withSubDeviceId(@Nullable Integer value) {
      return new BinaryOptions(
          dtype(),
          memoryConfig(),
          outputTensor(),
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          useLegacy(),
          subCoreGrids(),
          value);
    }
  }

  /** Withers of {@link ChunkedSdpaOptions}. */
  interface OfChunkedSdpaOptions {
    @Nullable Tensor chunkStartIdxTensor();

    @Nullable Float scale();

    @Nullable MemoryConfig memoryConfig();

    @Nullable SdpaProgramConfig programConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    /**
     * The same with another {@code chunkStartIdxTensor}.
     *
     * @param value the position of the first query in a tensor {@code [1]}, int32, read when the
     *     program runs
     */
    default ChunkedSdpaOptions withChunkStartIdxTensor(@Nullable Tensor value) {
      return new ChunkedSdpaOptions(
          value, scale(), memoryConfig(), programConfig(), computeKernelConfig());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default ChunkedSdpaOptions withScale(@Nullable Float value) {
      return new ChunkedSdpaOptions(
          chunkStartIdxTensor(), value, memoryConfig(), programConfig(), computeKernelConfig());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default ChunkedSdpaOptions withScale(float value) {
      return new ChunkedSdpaOptions(
          chunkStartIdxTensor(), value, memoryConfig(), programConfig(), computeKernelConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; interleaved DRAM unless given
     */
    default ChunkedSdpaOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ChunkedSdpaOptions(
          chunkStartIdxTensor(), scale(), value, programConfig(), computeKernelConfig());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how attention is cut over the cores; it changes the circular buffers and the
     *     modelled time, not the values
     */
    default ChunkedSdpaOptions withProgramConfig(@Nullable SdpaProgramConfig value) {
      return new ChunkedSdpaOptions(
          chunkStartIdxTensor(), scale(), memoryConfig(), value, computeKernelConfig());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default ChunkedSdpaOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new ChunkedSdpaOptions(
          chunkStartIdxTensor(), scale(), memoryConfig(), programConfig(), value);
    }
  }

  /** Withers of {@link ComputeKernelConfig}. */
  interface OfComputeKernelConfig {
    MathFidelity mathFidelity();

    boolean mathApproxMode();

    boolean fp32DestAccEn();

    boolean packerL1Acc();

    boolean dstFullSyncEn();

    int throttleLevel();

    /**
     * The same with another {@code mathFidelity}.
     *
     * @param value how many passes the matrix engine takes for each product
     */
    default ComputeKernelConfig withMathFidelity(MathFidelity value) {
      return new ComputeKernelConfig(
          value,
          mathApproxMode(),
          fp32DestAccEn(),
          packerL1Acc(),
          dstFullSyncEn(),
          throttleLevel());
    }

    /**
     * The same with another {@code mathApproxMode}.
     *
     * @param value faster, less exact functions of the vector unit
     */
    default ComputeKernelConfig withMathApproxMode(boolean value) {
      return new ComputeKernelConfig(
          mathFidelity(), value, fp32DestAccEn(), packerL1Acc(), dstFullSyncEn(), throttleLevel());
    }

    /**
     * The same with another {@code fp32DestAccEn}.
     *
     * @param value accumulate in float32; intermediate buffers hold float32 then
     */
    default ComputeKernelConfig withFp32DestAccEn(boolean value) {
      return new ComputeKernelConfig(
          mathFidelity(), mathApproxMode(), value, packerL1Acc(), dstFullSyncEn(), throttleLevel());
    }

    /**
     * The same with another {@code packerL1Acc}.
     *
     * @param value add up partial results in L1
     */
    default ComputeKernelConfig withPackerL1Acc(boolean value) {
      return new ComputeKernelConfig(
          mathFidelity(),
          mathApproxMode(),
          fp32DestAccEn(),
          value,
          dstFullSyncEn(),
          throttleLevel());
    }

    /**
     * The same with another {@code dstFullSyncEn}.
     *
     * @param value let a subblock fill the whole destination register
     */
    default ComputeKernelConfig withDstFullSyncEn(boolean value) {
      return new ComputeKernelConfig(
          mathFidelity(), mathApproxMode(), fp32DestAccEn(), packerL1Acc(), value, throttleLevel());
    }

    /**
     * The same with another {@code throttleLevel}.
     *
     * @param value how much the engine is slowed down, from 0 for not at all to 5
     */
    default ComputeKernelConfig withThrottleLevel(int value) {
      return new ComputeKernelConfig(
          mathFidelity(), mathApproxMode(), fp32DestAccEn(), packerL1Acc(), dstFullSyncEn(), value);
    }
  }

  /** Withers of {@link ConcatOptions}. */
  interface OfConcatOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor outputTensor();

    int groups();

    @Nullable CoreRangeSet subCoreGrids();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the tensor to write to is, else
     *     interleaved DRAM
     */
    default ConcatOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ConcatOptions(value, outputTensor(), groups(), subCoreGrids());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to instead of a new one; its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default ConcatOptions withOutputTensor(@Nullable Tensor value) {
      return new ConcatOptions(memoryConfig(), value, groups(), subCoreGrids());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many parts each tensor is cut first; the first parts of all come first,
     *     then the second ones, and so on
     */
    default ConcatOptions withGroups(int value) {
      return new ConcatOptions(memoryConfig(), outputTensor(), value, subCoreGrids());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given
     */
    default ConcatOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new ConcatOptions(memoryConfig(), outputTensor(), groups(), value);
    }
  }

  /** Withers of {@link Conv1dOptions}. */
  interface OfConv1dOptions {
    int stride();

    List<Integer> padding();

    int dilation();

    int groups();

    @Nullable DataType dtype();

    @Nullable Tensor biasTensor();

    @Nullable Conv2dConfig convConfig();

    @Nullable ComputeKernelConfig computeConfig();

    @Nullable MemoryConfig memoryConfig();

    @Nullable MeshDevice device();

    @Nullable Conv2dSliceConfig sliceConfig();

    /**
     * The same with another {@code stride}.
     *
     * @param value by how many elements the window moves
     */
    default Conv1dOptions withStride(int value) {
      return new Conv1dOptions(
          value,
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value zeros before and after each row
     */
    default Conv1dOptions withPadding(List<Integer> value) {
      return new Conv1dOptions(
          stride(),
          value,
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /** The same with another {@code padding}, each by itself. */
    default Conv1dOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the window
     */
    default Conv1dOptions withDilation(int value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          value,
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many groups the channels are cut, each with weights of its own; it
     *     divides the channels of input and result
     */
    default Conv1dOptions withGroups(int value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          value,
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; that of the input unless given
     */
    default Conv1dOptions withDtype(@Nullable DataType value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          value,
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code biasTensor}.
     *
     * @param value one summand for each output channel, {@code [1, 1, 1, O]}, on host or device;
     *     none unless given
     */
    default Conv1dOptions withBiasTensor(@Nullable Tensor value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          value,
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code convConfig}.
     *
     * @param value how the convolution is done; the default config unless given
     */
    default Conv1dOptions withConvConfig(@Nullable Conv2dConfig value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          value,
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code computeConfig}.
     *
     * @param value how the compute kernel does its arithmetic; HiFi4 unless given
     */
    default Conv1dOptions withComputeConfig(@Nullable ComputeKernelConfig value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          value,
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; as the config says, or interleaved where the input
     *     is
     */
    default Conv1dOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          value,
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device of the input, or to bring an input to that is on the host
     */
    default Conv1dOptions withDevice(@Nullable MeshDevice value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          value,
          sliceConfig());
    }

    /**
     * The same with another {@code sliceConfig}.
     *
     * @param value whether rows in DRAM are worked on in slices, which are not slices of height;
     *     unless given in as few as fit L1
     */
    default Conv1dOptions withSliceConfig(@Nullable Conv2dSliceConfig value) {
      return new Conv1dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          value);
    }
  }

  /** Withers of {@link Conv1dSizes}. */
  interface OfConv1dSizes {
    int inChannels();

    int outChannels();

    int batchSize();

    int inputLength();

    int kernelSize();

    /**
     * The same with another {@code inChannels}.
     *
     * @param value number of channels of the input, {@code C}
     */
    default Conv1dSizes withInChannels(int value) {
      return new Conv1dSizes(value, outChannels(), batchSize(), inputLength(), kernelSize());
    }

    /**
     * The same with another {@code outChannels}.
     *
     * @param value number of channels of the result, {@code O}
     */
    default Conv1dSizes withOutChannels(int value) {
      return new Conv1dSizes(inChannels(), value, batchSize(), inputLength(), kernelSize());
    }

    /**
     * The same with another {@code batchSize}.
     *
     * @param value number of rows, {@code N}
     */
    default Conv1dSizes withBatchSize(int value) {
      return new Conv1dSizes(inChannels(), outChannels(), value, inputLength(), kernelSize());
    }

    /**
     * The same with another {@code inputLength}.
     *
     * @param value elements of a row, {@code L}
     */
    default Conv1dSizes withInputLength(int value) {
      return new Conv1dSizes(inChannels(), outChannels(), batchSize(), value, kernelSize());
    }

    /**
     * The same with another {@code kernelSize}.
     *
     * @param value taps of the window, {@code K}
     */
    default Conv1dSizes withKernelSize(int value) {
      return new Conv1dSizes(inChannels(), outChannels(), batchSize(), inputLength(), value);
    }
  }

  /** Withers of {@link Conv2dConfig}. */
  interface OfConv2dConfig {
    @Nullable DataType weightsDtype();

    @Nullable String activation();

    boolean deallocateActivation();

    boolean reallocateHaloOutput();

    int actBlockHOverride();

    int actBlockWDiv();

    boolean reshardIfNotOptimal();

    boolean overrideShardingConfig();

    @Nullable TensorMemoryLayout shardLayout();

    @Nullable CoreRangeSet coreGrid();

    boolean transposeShards();

    Layout outputLayout();

    boolean enableActDoubleBuffer();

    boolean enableWeightsDoubleBuffer();

    boolean fullInnerDim();

    boolean enableActivationReuse();

    @Nullable Boolean forceSplitReader();

    PaddingMode paddingMode();

    /**
     * The same with another {@code weightsDtype}.
     *
     * @param value data type that weights and bias are converted to; left as they are unless given
     */
    default Conv2dConfig withWeightsDtype(@Nullable DataType value) {
      return new Conv2dConfig(
          value,
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code activation}.
     *
     * @param value a unary operation applied to the result, by name, e.g. {@code "relu"}; none
     *     unless given
     */
    default Conv2dConfig withActivation(@Nullable String value) {
      return new Conv2dConfig(
          weightsDtype(),
          value,
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code deallocateActivation}.
     *
     * @param value whether the input is freed once it has been read
     */
    default Conv2dConfig withDeallocateActivation(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          value,
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code reallocateHaloOutput}.
     *
     * @param value whether the input with its margin is moved once the input has been freed
     */
    default Conv2dConfig withReallocateHaloOutput(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          value,
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code actBlockHOverride}.
     *
     * @param value rows of the result that a core computes at a time, a multiple of 32; 0 to have
     *     it chosen
     */
    default Conv2dConfig withActBlockHOverride(int value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          value,
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code actBlockWDiv}.
     *
     * @param value into how many parts a core cuts its channels in {@code WIDTH_SHARDED}
     */
    default Conv2dConfig withActBlockWDiv(int value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          value,
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code reshardIfNotOptimal}.
     *
     * @param value whether an input in shards is moved to the cores that TT-NN would choose
     */
    default Conv2dConfig withReshardIfNotOptimal(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          value,
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code overrideShardingConfig}.
     *
     * @param value whether an input is moved to {@code core_grid} in {@code shard_layout}
     */
    default Conv2dConfig withOverrideShardingConfig(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          value,
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code shardLayout}.
     *
     * @param value {@code HEIGHT_SHARDED}, {@code BLOCK_SHARDED} or {@code WIDTH_SHARDED} for an
     *     input that is not in shards; the result is in shards on the cores of the input then. An
     *     input that is in shards in L1 stays in them
     */
    default Conv2dConfig withShardLayout(@Nullable TensorMemoryLayout value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          value,
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code coreGrid}.
     *
     * @param value the cores for {@code override_sharding_config}
     */
    default Conv2dConfig withCoreGrid(@Nullable CoreRangeSet value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          value,
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code transposeShards}.
     *
     * @param value whether blocks of {@code BLOCK_SHARDED} go down the columns of cores first
     */
    default Conv2dConfig withTransposeShards(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          value,
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code outputLayout}.
     *
     * @param value layout of the result, row-major or tiles
     */
    default Conv2dConfig withOutputLayout(Layout value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          value,
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code enableActDoubleBuffer}.
     *
     * @param value hold two blocks of input rows at a time
     */
    default Conv2dConfig withEnableActDoubleBuffer(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          value,
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code enableWeightsDoubleBuffer}.
     *
     * @param value hold two blocks of weights at a time
     */
    default Conv2dConfig withEnableWeightsDoubleBuffer(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          value,
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code fullInnerDim}.
     *
     * @param value whether a core of {@code BLOCK_SHARDED} takes all rows of the kernel at a time
     */
    default Conv2dConfig withFullInnerDim(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          value,
          enableActivationReuse(),
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code enableActivationReuse}.
     *
     * @param value whether rows of input are kept for the next rows of the result, in {@code
     *     HEIGHT_SHARDED}
     */
    default Conv2dConfig withEnableActivationReuse(boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          value,
          forceSplitReader(),
          paddingMode());
    }

    /**
     * The same with another {@code forceSplitReader}.
     *
     * @param value whether both data movement cores read the input; chosen unless given
     */
    default Conv2dConfig withForceSplitReader(@Nullable Boolean value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          value,
          paddingMode());
    }

    /**
     * The same with another {@code paddingMode}.
     *
     * @param value whether the margin of images holds zeros or their nearest pixels
     */
    default Conv2dConfig withPaddingMode(PaddingMode value) {
      return new Conv2dConfig(
          weightsDtype(),
          activation(),
          deallocateActivation(),
          reallocateHaloOutput(),
          actBlockHOverride(),
          actBlockWDiv(),
          reshardIfNotOptimal(),
          overrideShardingConfig(),
          shardLayout(),
          coreGrid(),
          transposeShards(),
          outputLayout(),
          enableActDoubleBuffer(),
          enableWeightsDoubleBuffer(),
          fullInnerDim(),
          enableActivationReuse(),
          forceSplitReader(),
          value);
    }
  }

  /** Withers of {@link Conv2dOptions}. */
  interface OfConv2dOptions {
    List<Integer> stride();

    List<Integer> padding();

    List<Integer> dilation();

    int groups();

    @Nullable DataType dtype();

    @Nullable Tensor biasTensor();

    @Nullable Conv2dConfig convConfig();

    @Nullable ComputeKernelConfig computeConfig();

    @Nullable MemoryConfig memoryConfig();

    @Nullable MeshDevice device();

    @Nullable Conv2dSliceConfig sliceConfig();

    /**
     * The same with another {@code stride}.
     *
     * @param value by how many pixels the window moves: height and width
     */
    default Conv2dOptions withStride(List<Integer> value) {
      return new Conv2dOptions(
          value,
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /** The same with another {@code stride}, each by itself. */
    default Conv2dOptions withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value zeros around the image: height and width, or top, bottom, left and right
     */
    default Conv2dOptions withPadding(List<Integer> value) {
      return new Conv2dOptions(
          stride(),
          value,
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /** The same with another {@code padding}, each by itself. */
    default Conv2dOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the window: height and width
     */
    default Conv2dOptions withDilation(List<Integer> value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          value,
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /** The same with another {@code dilation}, each by itself. */
    default Conv2dOptions withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many groups the channels are cut, each with weights of its own; it
     *     divides the channels of input and result
     */
    default Conv2dOptions withGroups(int value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          value,
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; that of the input unless given
     */
    default Conv2dOptions withDtype(@Nullable DataType value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          value,
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code biasTensor}.
     *
     * @param value one summand for each output channel, {@code [1, 1, 1, O]}, on host or device;
     *     none unless given
     */
    default Conv2dOptions withBiasTensor(@Nullable Tensor value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          value,
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code convConfig}.
     *
     * @param value how the convolution is done; the default config unless given
     */
    default Conv2dOptions withConvConfig(@Nullable Conv2dConfig value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          value,
          computeConfig(),
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code computeConfig}.
     *
     * @param value how the compute kernel does its arithmetic; HiFi4 unless given, or for a kernel
     *     of one pixel what {@code linear} takes unless given
     */
    default Conv2dOptions withComputeConfig(@Nullable ComputeKernelConfig value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          value,
          memoryConfig(),
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given in the shards that the config asks for,
     *     else where the input is, interleaved
     */
    default Conv2dOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          value,
          device(),
          sliceConfig());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value must be the device of the input, which it also is unless given
     */
    default Conv2dOptions withDevice(@Nullable MeshDevice value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          value,
          sliceConfig());
    }

    /**
     * The same with another {@code sliceConfig}.
     *
     * @param value which slices an image in DRAM is worked on by: rows or columns, and how many, or
     *     L1_FULL for none; unless given as few as fit L1
     */
    default Conv2dOptions withSliceConfig(@Nullable Conv2dSliceConfig value) {
      return new Conv2dOptions(
          stride(),
          padding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          value);
    }
  }

  /** Withers of {@link Conv2dSizes}. */
  interface OfConv2dSizes {
    int inChannels();

    int outChannels();

    int batchSize();

    int inputHeight();

    int inputWidth();

    List<Integer> kernelSize();

    /**
     * The same with another {@code inChannels}.
     *
     * @param value number of channels of the input, {@code C}
     */
    default Conv2dSizes withInChannels(int value) {
      return new Conv2dSizes(
          value, outChannels(), batchSize(), inputHeight(), inputWidth(), kernelSize());
    }

    /**
     * The same with another {@code outChannels}.
     *
     * @param value number of channels of the result, {@code O}
     */
    default Conv2dSizes withOutChannels(int value) {
      return new Conv2dSizes(
          inChannels(), value, batchSize(), inputHeight(), inputWidth(), kernelSize());
    }

    /**
     * The same with another {@code batchSize}.
     *
     * @param value number of images, {@code N}
     */
    default Conv2dSizes withBatchSize(int value) {
      return new Conv2dSizes(
          inChannels(), outChannels(), value, inputHeight(), inputWidth(), kernelSize());
    }

    /**
     * The same with another {@code inputHeight}.
     *
     * @param value height of the input images in pixels
     */
    default Conv2dSizes withInputHeight(int value) {
      return new Conv2dSizes(
          inChannels(), outChannels(), batchSize(), value, inputWidth(), kernelSize());
    }

    /**
     * The same with another {@code inputWidth}.
     *
     * @param value width of the input images in pixels
     */
    default Conv2dSizes withInputWidth(int value) {
      return new Conv2dSizes(
          inChannels(), outChannels(), batchSize(), inputHeight(), value, kernelSize());
    }

    /**
     * The same with another {@code kernelSize}.
     *
     * @param value height and width of the window
     */
    default Conv2dSizes withKernelSize(List<Integer> value) {
      return new Conv2dSizes(
          inChannels(), outChannels(), batchSize(), inputHeight(), inputWidth(), value);
    }

    /** The same with another {@code kernelSize}, each by itself. */
    default Conv2dSizes withKernelSize(int... values) {
      return withKernelSize(Arrays.stream(values).boxed().toList());
    }
  }

  /** Withers of {@link Conv3dConfig}. */
  interface OfConv3dConfig {
    DataType weightsDtype();

    Layout outputLayout();

    int tOutBlock();

    int wOutBlock();

    int hOutBlock();

    int cOutBlock();

    int cInBlock();

    List<Integer> dilation();

    int alignment();

    CoreGrid computeWithStorageGridSize();

    /**
     * The same with another {@code weightsDtype}.
     *
     * @param value the dtype of the weights, which they have already
     */
    default Conv3dConfig withWeightsDtype(DataType value) {
      return new Conv3dConfig(
          value,
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code outputLayout}.
     *
     * @param value the layout of the result, which is in rows
     */
    default Conv3dConfig withOutputLayout(Layout value) {
      return new Conv3dConfig(
          weightsDtype(),
          value,
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code tOutBlock}.
     *
     * @param value places in time that a core computes at a time
     */
    default Conv3dConfig withTOutBlock(int value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          value,
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code wOutBlock}.
     *
     * @param value columns of the result that a core computes at a time
     */
    default Conv3dConfig withWOutBlock(int value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          value,
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code hOutBlock}.
     *
     * @param value rows of the result that a core computes at a time
     */
    default Conv3dConfig withHOutBlock(int value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          value,
          cOutBlock(),
          cInBlock(),
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code cOutBlock}.
     *
     * @param value channels of the result that a core computes at a time, a multiple of 32; 0 for
     *     all
     */
    default Conv3dConfig withCOutBlock(int value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          value,
          cInBlock(),
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code cInBlock}.
     *
     * @param value channels of the input that a core takes, a multiple of 16; 0 for the fewest
     *     whose elements under the kernel are whole tiles
     */
    default Conv3dConfig withCInBlock(int value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          value,
          dilation(),
          alignment(),
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value as the operation's, for those that give it here
     */
    default Conv3dConfig withDilation(List<Integer> value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          value,
          alignment(),
          computeWithStorageGridSize());
    }

    /** The same with another {@code dilation}, each by itself. */
    default Conv3dConfig withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code alignment}.
     *
     * @param value what the channels of weights are padded to a multiple of
     */
    default Conv3dConfig withAlignment(int value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          dilation(),
          value,
          computeWithStorageGridSize());
    }

    /**
     * The same with another {@code computeWithStorageGridSize}.
     *
     * @param value the cores that work, a rectangle from the corner (0, 0)
     */
    default Conv3dConfig withComputeWithStorageGridSize(CoreGrid value) {
      return new Conv3dConfig(
          weightsDtype(),
          outputLayout(),
          tOutBlock(),
          wOutBlock(),
          hOutBlock(),
          cOutBlock(),
          cInBlock(),
          dilation(),
          alignment(),
          value);
    }
  }

  /** Withers of {@link Conv3dOptions}. */
  interface OfConv3dOptions {
    @Nullable MeshDevice device();

    @Nullable Tensor biasTensor();

    @Nullable Conv3dConfig config();

    List<Integer> stride();

    List<Integer> padding();

    List<Integer> dilation();

    String paddingMode();

    int groups();

    @Nullable MemoryConfig memoryConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Tensor haloBuffer();

    int logicalHMask();

    int logicalWMask();

    @Nullable Tensor padOffsetTensor();

    int outputPadH();

    int outputPadW();

    /**
     * The same with another {@code device}.
     *
     * @param value the device that weights of the host are brought to
     */
    default Conv3dOptions withDevice(@Nullable MeshDevice value) {
      return new Conv3dOptions(
          value,
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code biasTensor}.
     *
     * @param value a row of a number for each output channel, {@code [1, O]} in tiles
     */
    default Conv3dOptions withBiasTensor(@Nullable Tensor value) {
      return new Conv3dOptions(
          device(),
          value,
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code config}.
     *
     * @param value how the work is cut; one place of the result at a time on all cores unless given
     */
    default Conv3dOptions withConfig(@Nullable Conv3dConfig value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          value,
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code stride}.
     *
     * @param value by how much the kernel moves in time, down and across
     */
    default Conv3dOptions withStride(List<Integer> value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          value,
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /** The same with another {@code stride}, each by itself. */
    default Conv3dOptions withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value margin around the volume in time, above and below, left and right
     */
    default Conv3dOptions withPadding(List<Integer> value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          value,
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /** The same with another {@code padding}, each by itself. */
    default Conv3dOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the kernel in time, down and across
     */
    default Conv3dOptions withDilation(List<Integer> value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          value,
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /** The same with another {@code dilation}, each by itself. */
    default Conv3dOptions withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code paddingMode}.
     *
     * @param value whether the margin holds zeros, {@code "zeros"}, or the nearest elements, {@code
     *     "replicate"}
     */
    default Conv3dOptions withPaddingMode(String value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          value,
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many groups the channels are cut
     */
    default Conv3dOptions withGroups(int value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          value,
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; in DRAM unless given
     */
    default Conv3dOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          value,
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default Conv3dOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          value,
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code haloBuffer}.
     *
     * @param value edges of neighbouring devices, which are not taken: none must be given
     */
    default Conv3dOptions withHaloBuffer(@Nullable Tensor value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          value,
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code logicalHMask}.
     *
     * @param value must be 0: nothing is masked
     */
    default Conv3dOptions withLogicalHMask(int value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          value,
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code logicalWMask}.
     *
     * @param value must be 0: nothing is masked
     */
    default Conv3dOptions withLogicalWMask(int value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          value,
          padOffsetTensor(),
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code padOffsetTensor}.
     *
     * @param value must not be given: nothing is masked
     */
    default Conv3dOptions withPadOffsetTensor(@Nullable Tensor value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          value,
          outputPadH(),
          outputPadW());
    }

    /**
     * The same with another {@code outputPadH}.
     *
     * @param value empty rows above and below the result
     */
    default Conv3dOptions withOutputPadH(int value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          value,
          outputPadW());
    }

    /**
     * The same with another {@code outputPadW}.
     *
     * @param value empty columns left and right of the result
     */
    default Conv3dOptions withOutputPadW(int value) {
      return new Conv3dOptions(
          device(),
          biasTensor(),
          config(),
          stride(),
          padding(),
          dilation(),
          paddingMode(),
          groups(),
          memoryConfig(),
          computeKernelConfig(),
          haloBuffer(),
          logicalHMask(),
          logicalWMask(),
          padOffsetTensor(),
          outputPadH(),
          value);
    }

    /** The same with another {@code outputPadH} and {@code outputPadW}. */
    default Conv3dOptions withOutputPad(int first, int second) {
      return withOutputPadH(first).withOutputPadW(second);
    }
  }

  /** Withers of {@link ConvTranspose2dOptions}. */
  interface OfConvTranspose2dOptions {
    List<Integer> stride();

    List<Integer> padding();

    List<Integer> outputPadding();

    List<Integer> dilation();

    int groups();

    @Nullable DataType dtype();

    @Nullable Tensor biasTensor();

    @Nullable Conv2dConfig convConfig();

    @Nullable ComputeKernelConfig computeConfig();

    @Nullable MemoryConfig memoryConfig();

    @Nullable MeshDevice device();

    @Nullable Conv2dSliceConfig dramSliceConfig();

    boolean mirrorKernel();

    /**
     * The same with another {@code stride}.
     *
     * @param value how far apart pixels of the input come to stand in the result: height and width
     */
    default ConvTranspose2dOptions withStride(List<Integer> value) {
      return new ConvTranspose2dOptions(
          value,
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code stride}, each by itself. */
    default ConvTranspose2dOptions withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value what is cut from the sides of the result: height and width, or top, bottom, left
     *     and right; at most the reach of the kernel
     */
    default ConvTranspose2dOptions withPadding(List<Integer> value) {
      return new ConvTranspose2dOptions(
          stride(),
          value,
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code padding}, each by itself. */
    default ConvTranspose2dOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code outputPadding}.
     *
     * @param value what is added to the result below and on the right: height and width
     */
    default ConvTranspose2dOptions withOutputPadding(List<Integer> value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          value,
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code outputPadding}, each by itself. */
    default ConvTranspose2dOptions withOutputPadding(int... values) {
      return withOutputPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the kernel: height and width
     */
    default ConvTranspose2dOptions withDilation(List<Integer> value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          value,
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code dilation}, each by itself. */
    default ConvTranspose2dOptions withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many groups the channels are cut, each with weights of its own; it
     *     divides the channels of input and result
     */
    default ConvTranspose2dOptions withGroups(int value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          value,
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; that of the input unless given
     */
    default ConvTranspose2dOptions withDtype(@Nullable DataType value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          value,
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code biasTensor}.
     *
     * @param value one summand for each output channel, {@code [1, 1, 1, O]}, on host or device;
     *     none unless given
     */
    default ConvTranspose2dOptions withBiasTensor(@Nullable Tensor value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          value,
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code convConfig}.
     *
     * @param value how the convolution is done; the default config unless given
     */
    default ConvTranspose2dOptions withConvConfig(@Nullable Conv2dConfig value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          value,
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code computeConfig}.
     *
     * @param value how the compute kernel does its arithmetic; HiFi4 unless given
     */
    default ConvTranspose2dOptions withComputeConfig(@Nullable ComputeKernelConfig value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          value,
          memoryConfig(),
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; as the config says, or interleaved where the input
     *     is
     */
    default ConvTranspose2dOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          value,
          device(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device of the input, or to bring an input to that is on the host
     */
    default ConvTranspose2dOptions withDevice(@Nullable MeshDevice value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          value,
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code dramSliceConfig}.
     *
     * @param value which slices images in DRAM are worked on by; unless given as few as fit L1
     */
    default ConvTranspose2dOptions withDramSliceConfig(@Nullable Conv2dSliceConfig value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          value,
          mirrorKernel());
    }

    /**
     * The same with another {@code mirrorKernel}.
     *
     * @param value whether weights are still to be mirrored along both sides of the kernel
     */
    default ConvTranspose2dOptions withMirrorKernel(boolean value) {
      return new ConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          groups(),
          dtype(),
          biasTensor(),
          convConfig(),
          computeConfig(),
          memoryConfig(),
          device(),
          dramSliceConfig(),
          value);
    }
  }

  /** Withers of {@link CreateHeadsDecodeOptions}. */
  interface OfCreateHeadsDecodeOptions {
    @Nullable Integer numKvHeads();

    @Nullable List<Tensor> outputTensors();

    boolean overlapQkCoregrid();

    @Nullable Tensor batchOffset();

    @Nullable Integer sliceSize();

    @Nullable MemoryConfig memoryConfig();

    /**
     * The same with another {@code numKvHeads}.
     *
     * @param value number of heads of keys and of values; as many as of queries unless given
     */
    default CreateHeadsDecodeOptions withNumKvHeads(@Nullable Integer value) {
      return new CreateHeadsDecodeOptions(
          value, outputTensors(), overlapQkCoregrid(), batchOffset(), sliceSize(), memoryConfig());
    }

    /**
     * The same with another {@code outputTensors}.
     *
     * @param value three tensors to write queries, keys and values to; allocated unless given
     */
    default CreateHeadsDecodeOptions withOutputTensors(@Nullable List<Tensor> value) {
      return new CreateHeadsDecodeOptions(
          numKvHeads(), value, overlapQkCoregrid(), batchOffset(), sliceSize(), memoryConfig());
    }

    /**
     * The same with another {@code overlapQkCoregrid}.
     *
     * @param value false to have keys on the cores after those of the queries
     */
    default CreateHeadsDecodeOptions withOverlapQkCoregrid(boolean value) {
      return new CreateHeadsDecodeOptions(
          numKvHeads(), outputTensors(), value, batchOffset(), sliceSize(), memoryConfig());
    }

    /**
     * The same with another {@code batchOffset}.
     *
     * @param value a tensor of one number, the first user to make heads of; together with {@code
     *     slice_size}, of sharded input
     */
    default CreateHeadsDecodeOptions withBatchOffset(@Nullable Tensor value) {
      return new CreateHeadsDecodeOptions(
          numKvHeads(), outputTensors(), overlapQkCoregrid(), value, sliceSize(), memoryConfig());
    }

    /**
     * The same with another {@code sliceSize}.
     *
     * @param value how many users to make heads of; all unless given
     */
    default CreateHeadsDecodeOptions withSliceSize(@Nullable Integer value) {
      return new CreateHeadsDecodeOptions(
          numKvHeads(), outputTensors(), overlapQkCoregrid(), batchOffset(), value, memoryConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value its shard grid has the cores to use; the whole compute grid unless given
     */
    default CreateHeadsDecodeOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new CreateHeadsDecodeOptions(
          numKvHeads(), outputTensors(), overlapQkCoregrid(), batchOffset(), sliceSize(), value);
    }
  }

  /** Withers of {@link CreateHeadsOptions}. */
  interface OfCreateHeadsOptions {
    @Nullable Integer numKvHeads();

    boolean transposeKHeads();

    boolean kvTied();

    @Nullable MemoryConfig memoryConfig();

    @Nullable List<Tensor> outputTensors();

    /**
     * The same with another {@code numKvHeads}.
     *
     * @param value number of heads of keys and of values; as many as of queries unless given
     */
    default CreateHeadsOptions withNumKvHeads(@Nullable Integer value) {
      return new CreateHeadsOptions(
          value, transposeKHeads(), kvTied(), memoryConfig(), outputTensors());
    }

    /**
     * The same with another {@code transposeKHeads}.
     *
     * @param value whether keys come as {@code [b, heads, d, s]}
     */
    default CreateHeadsOptions withTransposeKHeads(boolean value) {
      return new CreateHeadsOptions(numKvHeads(), value, kvTied(), memoryConfig(), outputTensors());
    }

    /**
     * The same with another {@code kvTied}.
     *
     * @param value whether keys and values are the same columns, which are there once
     */
    default CreateHeadsOptions withKvTied(boolean value) {
      return new CreateHeadsOptions(
          numKvHeads(), transposeKHeads(), value, memoryConfig(), outputTensors());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the results are placed, interleaved; where the input is unless given
     */
    default CreateHeadsOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new CreateHeadsOptions(
          numKvHeads(), transposeKHeads(), kvTied(), value, outputTensors());
    }

    /**
     * The same with another {@code outputTensors}.
     *
     * @param value three tensors to write queries, keys and values to; allocated unless given
     */
    default CreateHeadsOptions withOutputTensors(@Nullable List<Tensor> value) {
      return new CreateHeadsOptions(
          numKvHeads(), transposeKHeads(), kvTied(), memoryConfig(), value);
    }
  }

  /** Withers of {@link EmbeddingOptions}. */
  interface OfEmbeddingOptions {
    @Nullable Integer paddingIdx();

    @Nullable Layout layout();

    EmbeddingsType embeddingsType();

    @Nullable DataType dtype();

    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor outputTensor();

    /**
     * The same with another {@code paddingIdx}.
     *
     * @param value the row that stands for nothing; it is looked up like any other. The padded
     *     embeddings type needs it
     */
    default EmbeddingOptions withPaddingIdx(@Nullable Integer value) {
      return new EmbeddingOptions(
          value, layout(), embeddingsType(), dtype(), memoryConfig(), outputTensor());
    }

    /**
     * The same with another {@code layout}.
     *
     * @param value layout of the result; row-major unless given
     */
    default EmbeddingOptions withLayout(@Nullable Layout value) {
      return new EmbeddingOptions(
          paddingIdx(), value, embeddingsType(), dtype(), memoryConfig(), outputTensor());
    }

    /**
     * The same with another {@code embeddingsType}.
     *
     * @param value what the program may take for granted: nothing, that the padding row is asked
     *     for often, or that the table has two rows; checked and traced, without effect on the rows
     *     or the modelled time
     */
    default EmbeddingOptions withEmbeddingsType(EmbeddingsType value) {
      return new EmbeddingOptions(
          paddingIdx(), layout(), value, dtype(), memoryConfig(), outputTensor());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; that of the table unless given
     */
    default EmbeddingOptions withDtype(@Nullable DataType value) {
      return new EmbeddingOptions(
          paddingIdx(), layout(), embeddingsType(), value, memoryConfig(), outputTensor());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the indices are unless given
     */
    default EmbeddingOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new EmbeddingOptions(
          paddingIdx(), layout(), embeddingsType(), dtype(), value, outputTensor());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to instead of a new one; its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default EmbeddingOptions withOutputTensor(@Nullable Tensor value) {
      return new EmbeddingOptions(
          paddingIdx(), layout(), embeddingsType(), dtype(), memoryConfig(), value);
    }
  }

  /** Withers of {@link FoldOptions}. */
  interface OfFoldOptions {
    boolean useTransposeAsFold();

    @Nullable Shape outputShape();

    List<Integer> padding();

    @Nullable CoreRangeSet gridSize();

    @Nullable MemoryConfig overrideMemoryConfig();

    boolean collapseOutput();

    /**
     * The same with another {@code useTransposeAsFold}.
     *
     * @param value whether to fold an image {@code [N, C, H, W]} by padding it to whole tiles,
     *     transposes and a slice. Of the padding then only top, left and back count: at the ends of
     *     an interleaved image, on both sides (channels: at the end) of a sharded one
     */
    default FoldOptions withUseTransposeAsFold(boolean value) {
      return new FoldOptions(
          value, outputShape(), padding(), gridSize(), overrideMemoryConfig(), collapseOutput());
    }

    /**
     * The same with another {@code outputShape}.
     *
     * @param value the part of a fold by transposes to keep; unless given all of it, without what
     *     filled tiles if the image is sharded. Traced, and as in TT-NN without effect on other
     *     folds
     */
    default FoldOptions withOutputShape(@Nullable Shape value) {
      return new FoldOptions(
          useTransposeAsFold(),
          value,
          padding(),
          gridSize(),
          overrideMemoryConfig(),
          collapseOutput());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value zeros put around the image first: {@code [height, width]}, {@code [top, bottom,
     *     left, right]}, or those and {@code [front, back]} of the channels
     */
    default FoldOptions withPadding(List<Integer> value) {
      return new FoldOptions(
          useTransposeAsFold(),
          outputShape(),
          value,
          gridSize(),
          overrideMemoryConfig(),
          collapseOutput());
    }

    /** The same with another {@code padding}, each by itself. */
    default FoldOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code gridSize}.
     *
     * @param value the cores that take the result of a sharded image's fold by transposes; two by
     *     two unless given. Traced, and as in TT-NN without effect on other folds
     */
    default FoldOptions withGridSize(@Nullable CoreRangeSet value) {
      return new FoldOptions(
          useTransposeAsFold(),
          outputShape(),
          padding(),
          value,
          overrideMemoryConfig(),
          collapseOutput());
    }

    /**
     * The same with another {@code overrideMemoryConfig}.
     *
     * @param value where the result is placed; unless given where the input is, or in L1 for a fold
     *     by transposes
     */
    default FoldOptions withOverrideMemoryConfig(@Nullable MemoryConfig value) {
      return new FoldOptions(
          useTransposeAsFold(), outputShape(), padding(), gridSize(), value, collapseOutput());
    }

    /**
     * The same with another {@code collapseOutput}.
     *
     * @param value whether all positions of the result are one dimension, {@code [1, 1, N * H * W,
     *     C]}; not for a fold by transposes
     */
    default FoldOptions withCollapseOutput(boolean value) {
      return new FoldOptions(
          useTransposeAsFold(),
          outputShape(),
          padding(),
          gridSize(),
          overrideMemoryConfig(),
          value);
    }
  }

  /** Withers of {@link FromTorchOptions}. */
  interface OfFromTorchOptions {
    @Nullable DataType dtype();

    @Nullable TensorSpec spec();

    @Nullable Tile tile();

    @Nullable Float padValue();

    @Nullable Layout layout();

    @Nullable MeshDevice device();

    @Nullable MemoryConfig memoryConfig();

    @Nullable MeshMapper meshMapper();

    boolean preserveNanValues();

    boolean colTilize();

    boolean enableBfloatOpt();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; unless given TT-NN's counterpart of the array's type
     */
    default FromTorchOptions withDtype(@Nullable DataType value) {
      return new FromTorchOptions(
          value,
          spec(),
          tile(),
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code spec}.
     *
     * @param value spec of the result, in the place of dtype, layout and memory config; its shape
     *     is the array's
     */
    default FromTorchOptions withSpec(@Nullable TensorSpec value) {
      return new FromTorchOptions(
          dtype(),
          value,
          tile(),
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code tile}.
     *
     * @param value size of the tiles in {@code TILE} layout; 32 x 32 unless given
     */
    default FromTorchOptions withTile(@Nullable Tile value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          value,
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code padValue}.
     *
     * @param value value that fills up the tiles; it is traced, and no operation reads padding
     */
    default FromTorchOptions withPadValue(@Nullable Float value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          value,
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code padValue}.
     *
     * @param value value that fills up the tiles; it is traced, and no operation reads padding
     */
    default FromTorchOptions withPadValue(float value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          value,
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code layout}.
     *
     * @param value layout of the result; unless given row-major, or tiles for block floats
     */
    default FromTorchOptions withLayout(@Nullable Layout value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          value,
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device that the result is put on; the host unless given
     */
    default FromTorchOptions withDevice(@Nullable MeshDevice value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          layout(),
          value,
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result, or each part of it, is placed; interleaved DRAM unless given
     */
    default FromTorchOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          layout(),
          device(),
          value,
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code meshMapper}.
     *
     * @param value how the tensor is cut for the devices of the mesh, e.g. TT-NN's {@code
     *     ShardTensorToMesh}; without a device it must know its mesh, in Java by {@code
     *     MeshMapper.on}
     */
    default FromTorchOptions withMeshMapper(@Nullable MeshMapper value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          value,
          preserveNanValues(),
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code preserveNanValues}.
     *
     * @param value makes TT-NN convert on the host; here that is done always, and NaN stays NaN in
     *     every type that has it
     */
    default FromTorchOptions withPreserveNanValues(boolean value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          value,
          colTilize(),
          enableBfloatOpt());
    }

    /**
     * The same with another {@code colTilize}.
     *
     * @param value must be false: tiles that lie column by column are not modelled
     */
    default FromTorchOptions withColTilize(boolean value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          value,
          enableBfloatOpt());
    }

    /**
     * The same with another {@code enableBfloatOpt}.
     *
     * @param value traced; it chooses between two ways of conversion with one result
     */
    default FromTorchOptions withEnableBfloatOpt(boolean value) {
      return new FromTorchOptions(
          dtype(),
          spec(),
          tile(),
          padValue(),
          layout(),
          device(),
          memoryConfig(),
          meshMapper(),
          preserveNanValues(),
          colTilize(),
          value);
    }
  }

  /** Withers of {@link GatheredNormOptions}. */
  interface OfGatheredNormOptions {
    float epsilon();

    @Nullable Tensor weight();

    @Nullable Tensor bias();

    @Nullable MemoryConfig memoryConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable LayerNormProgramConfig programConfig();

    @Nullable DataType dtype();

    @Nullable Boolean use2dCoreGrid();

    /**
     * The same with another {@code epsilon}.
     *
     * @param value number added to the variance, or to the mean square, under the root; finite and
     *     not negative
     */
    default GatheredNormOptions withEpsilon(float value) {
      return new GatheredNormOptions(
          value,
          weight(),
          bias(),
          memoryConfig(),
          computeKernelConfig(),
          programConfig(),
          dtype(),
          use2dCoreGrid());
    }

    /**
     * The same with another {@code weight}.
     *
     * @param value one factor for each element of this device's part of a row; 1 unless given
     */
    default GatheredNormOptions withWeight(@Nullable Tensor value) {
      return new GatheredNormOptions(
          epsilon(),
          value,
          bias(),
          memoryConfig(),
          computeKernelConfig(),
          programConfig(),
          dtype(),
          use2dCoreGrid());
    }

    /**
     * The same with another {@code bias}.
     *
     * @param value one summand for each element of this device's part of a row; 0 unless given
     */
    default GatheredNormOptions withBias(@Nullable Tensor value) {
      return new GatheredNormOptions(
          epsilon(),
          weight(),
          value,
          memoryConfig(),
          computeKernelConfig(),
          programConfig(),
          dtype(),
          use2dCoreGrid());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default GatheredNormOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new GatheredNormOptions(
          epsilon(),
          weight(),
          bias(),
          value,
          computeKernelConfig(),
          programConfig(),
          dtype(),
          use2dCoreGrid());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default GatheredNormOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new GatheredNormOptions(
          epsilon(),
          weight(),
          bias(),
          memoryConfig(),
          value,
          programConfig(),
          dtype(),
          use2dCoreGrid());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value the default one, for interleaved tensors; traced only
     */
    default GatheredNormOptions withProgramConfig(@Nullable LayerNormProgramConfig value) {
      return new GatheredNormOptions(
          epsilon(),
          weight(),
          bias(),
          memoryConfig(),
          computeKernelConfig(),
          value,
          dtype(),
          use2dCoreGrid());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; that of the input unless given
     */
    default GatheredNormOptions withDtype(@Nullable DataType value) {
      return new GatheredNormOptions(
          epsilon(),
          weight(),
          bias(),
          memoryConfig(),
          computeKernelConfig(),
          programConfig(),
          value,
          use2dCoreGrid());
    }

    /**
     * The same with another {@code use2dCoreGrid}.
     *
     * @param value whether the tiles of a row are shared out between cores; whole rows of tiles go
     *     to a core unless given
     */
    default GatheredNormOptions withUse2dCoreGrid(@Nullable Boolean value) {
      return new GatheredNormOptions(
          epsilon(),
          weight(),
          bias(),
          memoryConfig(),
          computeKernelConfig(),
          programConfig(),
          dtype(),
          value);
    }
  }

  /** Withers of {@link GroupNormOptions}. */
  interface OfGroupNormOptions {
    float epsilon();

    @Nullable Tensor inputMask();

    @Nullable Tensor weight();

    @Nullable Tensor bias();

    @Nullable Tensor reciprocals();

    @Nullable MemoryConfig memoryConfig();

    @Nullable DataType dtype();

    @Nullable CoreGrid coreGrid();

    boolean inplace();

    @Nullable Layout outputLayout();

    @Nullable Integer numOutBlocks();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Tensor negativeMask();

    boolean useWelford();

    /**
     * The same with another {@code epsilon}.
     *
     * @param value number added to the variance under the root; finite and not negative
     */
    default GroupNormOptions withEpsilon(float value) {
      return new GroupNormOptions(
          value,
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code inputMask}.
     *
     * @param value 1 where a channel of the group's tiles is the group's own, else 0: {@code [1,
     *     groups, 32, tiles of a group * 32]}; a mask that selects anything else is refused. The
     *     program makes it unless given
     */
    default GroupNormOptions withInputMask(@Nullable Tensor value) {
      return new GroupNormOptions(
          epsilon(),
          value,
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code weight}.
     *
     * @param value a factor for each channel; 1 unless given
     */
    default GroupNormOptions withWeight(@Nullable Tensor value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          value,
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code bias}.
     *
     * @param value a summand for each channel; 0 unless given
     */
    default GroupNormOptions withBias(@Nullable Tensor value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          value,
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code reciprocals}.
     *
     * @param value 1, 1/2, 1/3, ... in float32 for each core, sharded in L1; with {@code
     *     use_welford} only
     */
    default GroupNormOptions withReciprocals(@Nullable Tensor value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          value,
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default GroupNormOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          value,
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; that of the input unless given
     */
    default GroupNormOptions withDtype(@Nullable DataType value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          value,
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code coreGrid}.
     *
     * @param value the cores to work on; unless given those of the shards, of the reciprocals, or
     *     all
     */
    default GroupNormOptions withCoreGrid(@Nullable CoreGrid value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          value,
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code inplace}.
     *
     * @param value whether the result is written over the input, which must then be sharded and
     *     row-major; as in TT-NN all other inputs need false
     */
    default GroupNormOptions withInplace(boolean value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          value,
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code outputLayout}.
     *
     * @param value layout of the result; that of the input unless given
     */
    default GroupNormOptions withOutputLayout(@Nullable Layout value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          value,
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code numOutBlocks}.
     *
     * @param value in how many parts a core takes its rows of tiles, -1 to leave it to the program;
     *     with a core grid only. Traced: the modelled program holds one row at a time anyway
     */
    default GroupNormOptions withNumOutBlocks(@Nullable Integer value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          value,
          computeKernelConfig(),
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default GroupNormOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          value,
          negativeMask(),
          useWelford());
    }

    /**
     * The same with another {@code negativeMask}.
     *
     * @param value 1 minus the input mask; lets a program on row-major shards use one buffer for a
     *     row in and out
     */
    default GroupNormOptions withNegativeMask(@Nullable Tensor value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          value,
          useWelford());
    }

    /**
     * The same with another {@code useWelford}.
     *
     * @param value whether mean and variance are found in one pass, in a program of its own; values
     *     and modelled time are the same. Without effect, as in TT-NN, where positions do not fill
     *     their tiles
     */
    default GroupNormOptions withUseWelford(boolean value) {
      return new GroupNormOptions(
          epsilon(),
          inputMask(),
          weight(),
          bias(),
          reciprocals(),
          memoryConfig(),
          dtype(),
          coreGrid(),
          inplace(),
          outputLayout(),
          numOutBlocks(),
          computeKernelConfig(),
          negativeMask(),
          value);
    }
  }

  /** Withers of {@link InPlaceOptions}. */
  interface OfInPlaceOptions {
    List<UnaryWithParam> activations();

    List<UnaryWithParam> inputTensorAActivations();

    List<UnaryWithParam> inputTensorBActivations();

    @Nullable CoreRangeSet subCoreGrids();

    @Nullable Integer subDeviceId();

    /**
     * The same with another {@code activations}.
     *
     * @param value unary functions applied to the result, one after the other
     */
    default InPlaceOptions withActivations(List<UnaryWithParam> value) {
      return new InPlaceOptions(
          value,
          inputTensorAActivations(),
          inputTensorBActivations(),
          subCoreGrids(),
          subDeviceId());
    }

    /** The same with another {@code activations}, each by itself. */
    default InPlaceOptions withActivations(String... values) {
      return withActivations(UnaryWithParam.named("activations", values));
    }

    /**
     * The same with another {@code inputTensorAActivations}.
     *
     * @param value unary functions applied to the first operand, before anything else
     */
    default InPlaceOptions withInputTensorAActivations(List<UnaryWithParam> value) {
      return new InPlaceOptions(
          activations(), value, inputTensorBActivations(), subCoreGrids(), subDeviceId());
    }

    /** The same with another {@code inputTensorAActivations}, each by itself. */
    default InPlaceOptions withInputTensorAActivations(String... values) {
      return withInputTensorAActivations(
          UnaryWithParam.named("input_tensor_a_activations", values));
    }

    /**
     * The same with another {@code inputTensorBActivations}.
     *
     * @param value unary functions applied to the second operand, before anything else
     */
    default InPlaceOptions withInputTensorBActivations(List<UnaryWithParam> value) {
      return new InPlaceOptions(
          activations(), inputTensorAActivations(), value, subCoreGrids(), subDeviceId());
    }

    /** The same with another {@code inputTensorBActivations}, each by itself. */
    default InPlaceOptions withInputTensorBActivations(String... values) {
      return withInputTensorBActivations(
          UnaryWithParam.named("input_tensor_b_activations", values));
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given. Where tensors sharded
     *     alike are worked on in place, the cores must include theirs
     */
    default InPlaceOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new InPlaceOptions(
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          value,
          subDeviceId());
    }

    /**
     * The same with another {@code subDeviceId}.
     *
     * @param value must not be given: the modelled device has no sub-devices
     */
    default InPlaceOptions withSubDeviceId(@Nullable Integer value) {
      return new InPlaceOptions(
          activations(),
          inputTensorAActivations(),
          inputTensorBActivations(),
          subCoreGrids(),
          value);
    }
  }

  /** Withers of {@link LikeOptions}. */
  interface OfLikeOptions {
    @Nullable DataType dtype();

    @Nullable Layout layout();

    @Nullable MeshDevice device();

    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor optionalTensor();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; that of the tensor unless given
     */
    default LikeOptions withDtype(@Nullable DataType value) {
      return new LikeOptions(value, layout(), device(), memoryConfig(), optionalTensor());
    }

    /**
     * The same with another {@code layout}.
     *
     * @param value layout of the result; that of the tensor unless given
     */
    default LikeOptions withLayout(@Nullable Layout value) {
      return new LikeOptions(dtype(), value, device(), memoryConfig(), optionalTensor());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device that the result is put on; that of the tensor unless given, and a
     *     host tensor gives a host tensor
     */
    default LikeOptions withDevice(@Nullable MeshDevice value) {
      return new LikeOptions(dtype(), layout(), value, memoryConfig(), optionalTensor());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the tensor is unless given
     */
    default LikeOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new LikeOptions(dtype(), layout(), device(), value, optionalTensor());
    }

    /**
     * The same with another {@code optionalTensor}.
     *
     * @param value tensor to fill instead of a new one; its shape, dtype, layout and memory config
     *     must be those of the result
     */
    default LikeOptions withOptionalTensor(@Nullable Tensor value) {
      return new LikeOptions(dtype(), layout(), device(), memoryConfig(), value);
    }
  }

  /** Withers of {@link LinkOptions}. */
  interface OfLinkOptions {
    @Nullable Integer subdeviceId();

    @Nullable Integer numLinks();

    @Nullable Integer chunksPerSync();

    @Nullable Integer numWorkersPerLink();

    @Nullable Integer numBuffersPerChannel();

    /**
     * The same with another {@code subdeviceId}.
     *
     * @param value the sub-device to run on; the modelled device has one, number 0
     */
    default LinkOptions withSubdeviceId(@Nullable Integer value) {
      return new LinkOptions(
          value, numLinks(), chunksPerSync(), numWorkersPerLink(), numBuffersPerChannel());
    }

    /**
     * The same with another {@code numLinks}.
     *
     * @param value how many links to each neighbour carry data; 1 unless given
     */
    default LinkOptions withNumLinks(@Nullable Integer value) {
      return new LinkOptions(
          subdeviceId(), value, chunksPerSync(), numWorkersPerLink(), numBuffersPerChannel());
    }

    /**
     * The same with another {@code chunksPerSync}.
     *
     * @param value how much is sent between two signals; traced, as the model has no signals
     */
    default LinkOptions withChunksPerSync(@Nullable Integer value) {
      return new LinkOptions(
          subdeviceId(), numLinks(), value, numWorkersPerLink(), numBuffersPerChannel());
    }

    /**
     * The same with another {@code numWorkersPerLink}.
     *
     * @param value cores that feed each link in each direction; 1 unless given
     */
    default LinkOptions withNumWorkersPerLink(@Nullable Integer value) {
      return new LinkOptions(
          subdeviceId(), numLinks(), chunksPerSync(), value, numBuffersPerChannel());
    }

    /**
     * The same with another {@code numBuffersPerChannel}.
     *
     * @param value buffers of each channel of a link; traced, as the model has no such buffers
     */
    default LinkOptions withNumBuffersPerChannel(@Nullable Integer value) {
      return new LinkOptions(
          subdeviceId(), numLinks(), chunksPerSync(), numWorkersPerLink(), value);
    }
  }

  /** Withers of {@link MatmulOptions}. */
  interface OfMatmulOptions {
    boolean transposeA();

    boolean transposeB();

    @Nullable MemoryConfig memoryConfig();

    @Nullable DataType dtype();

    @Nullable MatmulProgramConfig programConfig();

    @Nullable String activation();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable CoreGrid coreGrid();

    @Nullable Tile outputTile();

    @Nullable Tensor optionalOutputTensor();

    @Nullable Object globalCb();

    @Nullable Integer subDeviceId();

    /**
     * The same with another {@code transposeA}.
     *
     * @param value whether the last two dimensions of the left matrix are swapped first; not of a
     *     vector
     */
    default MatmulOptions withTransposeA(boolean value) {
      return new MatmulOptions(
          value,
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code transposeB}.
     *
     * @param value whether the last two dimensions of the right matrix are swapped first; not of a
     *     vector
     */
    default MatmulOptions withTransposeB(boolean value) {
      return new MatmulOptions(
          transposeA(),
          value,
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the tensor to write to is, else
     *     interleaved DRAM
     */
    default MatmulOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          value,
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; unless given that of the tensor
     *     to write to, else that of the left matrix
     */
    default MatmulOptions withDtype(@Nullable DataType value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          value,
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how the product is spread over the cores; chosen as TT-NN does unless given
     */
    default MatmulOptions withProgramConfig(@Nullable MatmulProgramConfig value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          value,
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code activation}.
     *
     * @param value a unary operation applied to the result, by name, e.g. {@code "relu"}; the fused
     *     one of a program config wins over it. For sharded inputs it belongs into the program
     *     config
     */
    default MatmulOptions withActivation(@Nullable String value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          value,
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; chosen by the types of the inputs
     *     unless given. It changes the modelled time and the circular buffers; the values only on a
     *     device whose arithmetic is that of a board
     */
    default MatmulOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          value,
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code coreGrid}.
     *
     * @param value the cores to spread the product over; not together with a program config
     */
    default MatmulOptions withCoreGrid(@Nullable CoreGrid value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          value,
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code outputTile}.
     *
     * @param value size of the result's tiles; as high as those of the left matrix, and as wide as
     *     those of the right one or, of a sharded result, a multiple; unless given no wider
     */
    default MatmulOptions withOutputTile(@Nullable Tile value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          value,
          optionalOutputTensor(),
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code optionalOutputTensor}.
     *
     * @param value tensor to write to instead of a new one, with a buffer of its own; its shape,
     *     dtype, layout and memory config must be those of the result
     */
    default MatmulOptions withOptionalOutputTensor(@Nullable Tensor value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          value,
          globalCb(),
          subDeviceId());
    }

    /**
     * The same with another {@code globalCb}.
     *
     * @param value must not be given: the modelled device has no global circular buffers
     */
    default MatmulOptions withGlobalCb(@Nullable Object value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          value,
          subDeviceId());
    }

    /**
     * The same with another {@code subDeviceId}.
     *
     * @param value the sub-device whose cores the program runs on; the whole grid unless given
     */
    default MatmulOptions withSubDeviceId(@Nullable Integer value) {
      return new MatmulOptions(
          transposeA(),
          transposeB(),
          memoryConfig(),
          dtype(),
          programConfig(),
          activation(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          value);
    }
  }

  /** Withers of {@link MultiCoreReuse}. */
  interface OfMultiCoreReuse {
    CoreGrid computeWithStorageGridSize();

    int in0BlockW();

    int outSubblockH();

    int outSubblockW();

    int perCoreM();

    int perCoreN();

    @Nullable CoreRangeSet allowedWorkerCores();

    /**
     * The same with another {@code computeWithStorageGridSize}.
     *
     * @param value the grid of cores to use, inside that of the device
     */
    default MultiCoreReuse withComputeWithStorageGridSize(CoreGrid value) {
      return new MultiCoreReuse(
          value,
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          perCoreM(),
          perCoreN(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code in0BlockW}.
     *
     * @param value tiles of K in a block; it divides the tiles of K
     */
    default MultiCoreReuse withIn0BlockW(int value) {
      return new MultiCoreReuse(
          computeWithStorageGridSize(),
          value,
          outSubblockH(),
          outSubblockW(),
          perCoreM(),
          perCoreN(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code outSubblockH}.
     *
     * @param value rows of tiles of a subblock; it divides the rows held at a time, and a subblock
     *     fits the destination register
     */
    default MultiCoreReuse withOutSubblockH(int value) {
      return new MultiCoreReuse(
          computeWithStorageGridSize(),
          in0BlockW(),
          value,
          outSubblockW(),
          perCoreM(),
          perCoreN(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code outSubblockW}.
     *
     * @param value columns of tiles of a subblock; it divides the columns held at a time, and a
     *     subblock fits the destination register
     */
    default MultiCoreReuse withOutSubblockW(int value) {
      return new MultiCoreReuse(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          value,
          perCoreM(),
          perCoreN(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code perCoreM}.
     *
     * @param value rows of tiles of the result that a core computes
     */
    default MultiCoreReuse withPerCoreM(int value) {
      return new MultiCoreReuse(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          value,
          perCoreN(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code perCoreN}.
     *
     * @param value columns of tiles of the result that a core computes
     */
    default MultiCoreReuse withPerCoreN(int value) {
      return new MultiCoreReuse(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          perCoreM(),
          value,
          allowedWorkerCores());
    }

    /**
     * The same with another {@code allowedWorkerCores}.
     *
     * @param value the rectangle of cores to use instead of the grid, wherever it lies
     */
    default MultiCoreReuse withAllowedWorkerCores(@Nullable CoreRangeSet value) {
      return new MultiCoreReuse(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          perCoreM(),
          perCoreN(),
          value);
    }

    /** The same with another {@code outSubblockH} and {@code outSubblockW}. */
    default MultiCoreReuse withOutSubblock(int first, int second) {
      return withOutSubblockH(first).withOutSubblockW(second);
    }

    /** The same with another {@code perCoreM} and {@code perCoreN}. */
    default MultiCoreReuse withPerCore(int first, int second) {
      return withPerCoreM(first).withPerCoreN(second);
    }
  }

  /** Withers of {@link MultiCoreReuseMultiCast}. */
  interface OfMultiCoreReuseMultiCast {
    CoreGrid computeWithStorageGridSize();

    int in0BlockW();

    int outSubblockH();

    int outSubblockW();

    @Nullable Integer outBlockH();

    @Nullable Integer outBlockW();

    int perCoreM();

    int perCoreN();

    boolean transposeMcast();

    @Nullable String fusedActivation();

    boolean fuseBatch();

    @Nullable CoreRangeSet allowedWorkerCores();

    /**
     * The same with another {@code computeWithStorageGridSize}.
     *
     * @param value the grid of cores to use, inside that of the device
     */
    default MultiCoreReuseMultiCast withComputeWithStorageGridSize(CoreGrid value) {
      return new MultiCoreReuseMultiCast(
          value,
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code in0BlockW}.
     *
     * @param value tiles of K in a block; it divides the tiles of K
     */
    default MultiCoreReuseMultiCast withIn0BlockW(int value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          value,
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code outSubblockH}.
     *
     * @param value rows of tiles of a subblock; it divides the rows held at a time, and a subblock
     *     fits the destination register
     */
    default MultiCoreReuseMultiCast withOutSubblockH(int value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          value,
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code outSubblockW}.
     *
     * @param value columns of tiles of a subblock; it divides the columns held at a time, and a
     *     subblock fits the destination register
     */
    default MultiCoreReuseMultiCast withOutSubblockW(int value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          value,
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code outBlockH}.
     *
     * @param value rows of tiles held at a time; {@code per_core_M} unless given, which it divides
     */
    default MultiCoreReuseMultiCast withOutBlockH(@Nullable Integer value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          value,
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code outBlockW}.
     *
     * @param value columns of tiles held at a time; {@code per_core_N} unless given, which it
     *     divides
     */
    default MultiCoreReuseMultiCast withOutBlockW(@Nullable Integer value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          value,
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code perCoreM}.
     *
     * @param value rows of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCast withPerCoreM(int value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          value,
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code perCoreN}.
     *
     * @param value columns of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCast withPerCoreN(int value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          value,
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code transposeMcast}.
     *
     * @param value whether rows of the result go along columns of cores
     */
    default MultiCoreReuseMultiCast withTransposeMcast(boolean value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          value,
          fusedActivation(),
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code fusedActivation}.
     *
     * @param value a unary operation applied to the result inside the program, by name; none unless
     *     given
     */
    default MultiCoreReuseMultiCast withFusedActivation(@Nullable String value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          value,
          fuseBatch(),
          allowedWorkerCores());
    }

    /**
     * The same with another {@code fuseBatch}.
     *
     * @param value take the batch of the left matrix as more rows; not with a batch of the right
     *     one
     */
    default MultiCoreReuseMultiCast withFuseBatch(boolean value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          value,
          allowedWorkerCores());
    }

    /**
     * The same with another {@code allowedWorkerCores}.
     *
     * @param value the rectangle of cores to use instead of the grid, wherever it lies
     */
    default MultiCoreReuseMultiCast withAllowedWorkerCores(@Nullable CoreRangeSet value) {
      return new MultiCoreReuseMultiCast(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          transposeMcast(),
          fusedActivation(),
          fuseBatch(),
          value);
    }

    /** The same with another {@code outSubblockH} and {@code outSubblockW}. */
    default MultiCoreReuseMultiCast withOutSubblock(int first, int second) {
      return withOutSubblockH(first).withOutSubblockW(second);
    }

    /** The same with another {@code outBlockH} and {@code outBlockW}. */
    default MultiCoreReuseMultiCast withOutBlock(int first, int second) {
      return withOutBlockH(first).withOutBlockW(second);
    }

    /** The same with another {@code perCoreM} and {@code perCoreN}. */
    default MultiCoreReuseMultiCast withPerCore(int first, int second) {
      return withPerCoreM(first).withPerCoreN(second);
    }
  }

  /** Withers of {@link MultiCoreReuseMultiCast1D}. */
  interface OfMultiCoreReuseMultiCast1D {
    CoreGrid computeWithStorageGridSize();

    int in0BlockW();

    int outSubblockH();

    int outSubblockW();

    @Nullable Integer outBlockH();

    @Nullable Integer outBlockW();

    int perCoreM();

    int perCoreN();

    boolean fuseBatch();

    @Nullable String fusedActivation();

    boolean mcastIn0();

    boolean gatherIn0();

    CoreRangeSet hopCores();

    int numGlobalCbReceivers();

    boolean untilizeOut();

    @Nullable CoreRangeSet allowedWorkerCores();

    boolean streamIn1();

    /**
     * The same with another {@code computeWithStorageGridSize}.
     *
     * @param value the grid of cores to use, inside that of the device
     */
    default MultiCoreReuseMultiCast1D withComputeWithStorageGridSize(CoreGrid value) {
      return new MultiCoreReuseMultiCast1D(
          value,
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code in0BlockW}.
     *
     * @param value tiles of K in a block; it divides the tiles of K
     */
    default MultiCoreReuseMultiCast1D withIn0BlockW(int value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          value,
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code outSubblockH}.
     *
     * @param value rows of tiles of a subblock; it divides the rows held at a time, and a subblock
     *     fits the destination register
     */
    default MultiCoreReuseMultiCast1D withOutSubblockH(int value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          value,
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code outSubblockW}.
     *
     * @param value columns of tiles of a subblock; it divides the columns held at a time, and a
     *     subblock fits the destination register
     */
    default MultiCoreReuseMultiCast1D withOutSubblockW(int value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          value,
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code outBlockH}.
     *
     * @param value rows of tiles held at a time; {@code per_core_M} unless given, which it divides
     */
    default MultiCoreReuseMultiCast1D withOutBlockH(@Nullable Integer value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          value,
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code outBlockW}.
     *
     * @param value columns of tiles held at a time; {@code per_core_N} unless given, which it
     *     divides
     */
    default MultiCoreReuseMultiCast1D withOutBlockW(@Nullable Integer value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          value,
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code perCoreM}.
     *
     * @param value rows of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCast1D withPerCoreM(int value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          value,
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code perCoreN}.
     *
     * @param value columns of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCast1D withPerCoreN(int value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          value,
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code fuseBatch}.
     *
     * @param value take the batch of the left matrix as more rows; not with a batch of the right
     *     one
     */
    default MultiCoreReuseMultiCast1D withFuseBatch(boolean value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          value,
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code fusedActivation}.
     *
     * @param value a unary operation applied to the result inside the program, by name; none unless
     *     given
     */
    default MultiCoreReuseMultiCast1D withFusedActivation(@Nullable String value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          value,
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code mcastIn0}.
     *
     * @param value true if every core takes some columns and the left matrix is sent to all, false
     *     if every core takes some rows and the right matrix is sent to all
     */
    default MultiCoreReuseMultiCast1D withMcastIn0(boolean value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          value,
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code gatherIn0}.
     *
     * @param value true if shards of the left matrix go round a ring of the cores that hold them;
     *     not together with {@code mcast_in0}
     */
    default MultiCoreReuseMultiCast1D withGatherIn0(boolean value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          value,
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code hopCores}.
     *
     * @param value cores that only pass on what goes round the ring
     */
    default MultiCoreReuseMultiCast1D withHopCores(CoreRangeSet value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          value,
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code numGlobalCbReceivers}.
     *
     * @param value cores that a sender of a global circular buffer feeds; 1, as there are none
     */
    default MultiCoreReuseMultiCast1D withNumGlobalCbReceivers(int value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          value,
          untilizeOut(),
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code untilizeOut}.
     *
     * @param value whether the result is in rows
     */
    default MultiCoreReuseMultiCast1D withUntilizeOut(boolean value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          value,
          allowedWorkerCores(),
          streamIn1());
    }

    /**
     * The same with another {@code allowedWorkerCores}.
     *
     * @param value the rectangle of cores to use instead of the grid, wherever it lies
     */
    default MultiCoreReuseMultiCast1D withAllowedWorkerCores(@Nullable CoreRangeSet value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          value,
          streamIn1());
    }

    /**
     * The same with another {@code streamIn1}.
     *
     * @param value whether a global circular buffer delivers the right matrix in the order of the
     *     ring
     */
    default MultiCoreReuseMultiCast1D withStreamIn1(boolean value) {
      return new MultiCoreReuseMultiCast1D(
          computeWithStorageGridSize(),
          in0BlockW(),
          outSubblockH(),
          outSubblockW(),
          outBlockH(),
          outBlockW(),
          perCoreM(),
          perCoreN(),
          fuseBatch(),
          fusedActivation(),
          mcastIn0(),
          gatherIn0(),
          hopCores(),
          numGlobalCbReceivers(),
          untilizeOut(),
          allowedWorkerCores(),
          value);
    }

    /** The same with another {@code outSubblockH} and {@code outSubblockW}. */
    default MultiCoreReuseMultiCast1D withOutSubblock(int first, int second) {
      return withOutSubblockH(first).withOutSubblockW(second);
    }

    /** The same with another {@code outBlockH} and {@code outBlockW}. */
    default MultiCoreReuseMultiCast1D withOutBlock(int first, int second) {
      return withOutBlockH(first).withOutBlockW(second);
    }

    /** The same with another {@code perCoreM} and {@code perCoreN}. */
    default MultiCoreReuseMultiCast1D withPerCore(int first, int second) {
      return withPerCoreM(first).withPerCoreN(second);
    }
  }

  /** Withers of {@link MultiCoreReuseMultiCastBatchedDramSharded}. */
  interface OfMultiCoreReuseMultiCastBatchedDramSharded {
    int in0BlockW();

    int perCoreM();

    int perCoreN();

    @Nullable String fusedActivation();

    /**
     * The same with another {@code in0BlockW}.
     *
     * @param value tiles of K in a block; it divides the tiles of K
     */
    default MultiCoreReuseMultiCastBatchedDramSharded withIn0BlockW(int value) {
      return new MultiCoreReuseMultiCastBatchedDramSharded(
          value, perCoreM(), perCoreN(), fusedActivation());
    }

    /**
     * The same with another {@code perCoreM}.
     *
     * @param value rows of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCastBatchedDramSharded withPerCoreM(int value) {
      return new MultiCoreReuseMultiCastBatchedDramSharded(
          in0BlockW(), value, perCoreN(), fusedActivation());
    }

    /**
     * The same with another {@code perCoreN}.
     *
     * @param value columns of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCastBatchedDramSharded withPerCoreN(int value) {
      return new MultiCoreReuseMultiCastBatchedDramSharded(
          in0BlockW(), perCoreM(), value, fusedActivation());
    }

    /**
     * The same with another {@code fusedActivation}.
     *
     * @param value a unary operation applied to the result inside the program, by name; none unless
     *     given
     */
    default MultiCoreReuseMultiCastBatchedDramSharded withFusedActivation(@Nullable String value) {
      return new MultiCoreReuseMultiCastBatchedDramSharded(
          in0BlockW(), perCoreM(), perCoreN(), value);
    }

    /** The same with another {@code perCoreM} and {@code perCoreN}. */
    default MultiCoreReuseMultiCastBatchedDramSharded withPerCore(int first, int second) {
      return withPerCoreM(first).withPerCoreN(second);
    }
  }

  /** Withers of {@link MultiCoreReuseMultiCastDramSharded}. */
  interface OfMultiCoreReuseMultiCastDramSharded {
    int in0BlockW();

    int perCoreM();

    int perCoreN();

    @Nullable String fusedActivation();

    /**
     * The same with another {@code in0BlockW}.
     *
     * @param value tiles of K in a block; it divides the tiles of K
     */
    default MultiCoreReuseMultiCastDramSharded withIn0BlockW(int value) {
      return new MultiCoreReuseMultiCastDramSharded(
          value, perCoreM(), perCoreN(), fusedActivation());
    }

    /**
     * The same with another {@code perCoreM}.
     *
     * @param value rows of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCastDramSharded withPerCoreM(int value) {
      return new MultiCoreReuseMultiCastDramSharded(
          in0BlockW(), value, perCoreN(), fusedActivation());
    }

    /**
     * The same with another {@code perCoreN}.
     *
     * @param value columns of tiles of the result that a core computes
     */
    default MultiCoreReuseMultiCastDramSharded withPerCoreN(int value) {
      return new MultiCoreReuseMultiCastDramSharded(
          in0BlockW(), perCoreM(), value, fusedActivation());
    }

    /**
     * The same with another {@code fusedActivation}.
     *
     * @param value a unary operation applied to the result inside the program, by name; none unless
     *     given
     */
    default MultiCoreReuseMultiCastDramSharded withFusedActivation(@Nullable String value) {
      return new MultiCoreReuseMultiCastDramSharded(in0BlockW(), perCoreM(), perCoreN(), value);
    }

    /** The same with another {@code perCoreM} and {@code perCoreN}. */
    default MultiCoreReuseMultiCastDramSharded withPerCore(int first, int second) {
      return withPerCoreM(first).withPerCoreN(second);
    }
  }

  /** Withers of {@link MaxPoolWindow}. */
  interface OfMaxPoolWindow {
    List<Integer> kernelSize();

    List<Integer> stride();

    List<Integer> padding();

    List<Integer> dilation();

    boolean ceilMode();

    /**
     * The same with another {@code kernelSize}.
     *
     * @param value height and width of the window
     */
    default MaxPoolWindow withKernelSize(List<Integer> value) {
      return new MaxPoolWindow(value, stride(), padding(), dilation(), ceilMode());
    }

    /** The same with another {@code kernelSize}, each by itself. */
    default MaxPoolWindow withKernelSize(int... values) {
      return withKernelSize(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code stride}.
     *
     * @param value by how many pixels the window moves, down and across
     */
    default MaxPoolWindow withStride(List<Integer> value) {
      return new MaxPoolWindow(kernelSize(), value, padding(), dilation(), ceilMode());
    }

    /** The same with another {@code stride}, each by itself. */
    default MaxPoolWindow withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value pixels around the image, which are never the greatest: height and width, or top,
     *     bottom, left and right, at most half of the window
     */
    default MaxPoolWindow withPadding(List<Integer> value) {
      return new MaxPoolWindow(kernelSize(), stride(), value, dilation(), ceilMode());
    }

    /** The same with another {@code padding}, each by itself. */
    default MaxPoolWindow withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the window, down and across
     */
    default MaxPoolWindow withDilation(List<Integer> value) {
      return new MaxPoolWindow(kernelSize(), stride(), padding(), value, ceilMode());
    }

    /** The same with another {@code dilation}, each by itself. */
    default MaxPoolWindow withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code ceilMode}.
     *
     * @param value whether a last window may hang over the edge of the image
     */
    default MaxPoolWindow withCeilMode(boolean value) {
      return new MaxPoolWindow(kernelSize(), stride(), padding(), dilation(), value);
    }
  }

  /** Withers of {@link MinimalMatmulOptions}. */
  interface OfMinimalMatmulOptions {
    @Nullable Tensor biasTensor();

    @Nullable UnaryWithParam fusedActivation();

    @Nullable MinimalMatmulConfig config();

    @Nullable MemoryConfig memoryConfig();

    @Nullable DataType dtype();

    @Nullable ComputeKernelConfig computeKernelConfig();

    boolean fuseSwiglu();

    /**
     * The same with another {@code biasTensor}.
     *
     * @param value a row that is added to each row of the product
     */
    default MinimalMatmulOptions withBiasTensor(@Nullable Tensor value) {
      return new MinimalMatmulOptions(
          value,
          fusedActivation(),
          config(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          fuseSwiglu());
    }

    /**
     * The same with another {@code fusedActivation}.
     *
     * @param value a unary function applied to the result; not with {@code fuse_swiglu}
     */
    default MinimalMatmulOptions withFusedActivation(@Nullable UnaryWithParam value) {
      return new MinimalMatmulOptions(
          biasTensor(),
          value,
          config(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          fuseSwiglu());
    }

    /**
     * The same with another {@code config}.
     *
     * @param value how the product is cut over the cores; blocks of 8 tiles on the whole grid
     *     unless given
     */
    default MinimalMatmulOptions withConfig(@Nullable MinimalMatmulConfig value) {
      return new MinimalMatmulOptions(
          biasTensor(),
          fusedActivation(),
          value,
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          fuseSwiglu());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default MinimalMatmulOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new MinimalMatmulOptions(
          biasTensor(),
          fusedActivation(),
          config(),
          value,
          dtype(),
          computeKernelConfig(),
          fuseSwiglu());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; that of the input unless given
     */
    default MinimalMatmulOptions withDtype(@Nullable DataType value) {
      return new MinimalMatmulOptions(
          biasTensor(),
          fusedActivation(),
          config(),
          memoryConfig(),
          value,
          computeKernelConfig(),
          fuseSwiglu());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default MinimalMatmulOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new MinimalMatmulOptions(
          biasTensor(), fusedActivation(), config(), memoryConfig(), dtype(), value, fuseSwiglu());
    }

    /**
     * The same with another {@code fuseSwiglu}.
     *
     * @param value whether columns of tiles are gates and what they gate, in turns: the result is
     *     {@code silu(gate) * value}, half as wide
     */
    default MinimalMatmulOptions withFuseSwiglu(boolean value) {
      return new MinimalMatmulOptions(
          biasTensor(),
          fusedActivation(),
          config(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          value);
    }
  }

  /** Withers of {@link NormOptions}. */
  interface OfNormOptions {
    float epsilon();

    @Nullable Tensor weight();

    @Nullable Tensor bias();

    @Nullable Tensor residualInputTensor();

    @Nullable MemoryConfig memoryConfig();

    @Nullable LayerNormProgramConfig programConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Tensor recipTensor();

    /**
     * The same with another {@code epsilon}.
     *
     * @param value number added to the variance, or to the mean square, under the root; finite and
     *     not negative
     */
    default NormOptions withEpsilon(float value) {
      return new NormOptions(
          value,
          weight(),
          bias(),
          residualInputTensor(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          recipTensor());
    }

    /**
     * The same with another {@code weight}.
     *
     * @param value one factor for each element of a row; 1 unless given
     */
    default NormOptions withWeight(@Nullable Tensor value) {
      return new NormOptions(
          epsilon(),
          value,
          bias(),
          residualInputTensor(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          recipTensor());
    }

    /**
     * The same with another {@code bias}.
     *
     * @param value one summand for each element of a row; 0 unless given
     */
    default NormOptions withBias(@Nullable Tensor value) {
      return new NormOptions(
          epsilon(),
          weight(),
          value,
          residualInputTensor(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          recipTensor());
    }

    /**
     * The same with another {@code residualInputTensor}.
     *
     * @param value tensor of the input's shape that is added to the input first
     */
    default NormOptions withResidualInputTensor(@Nullable Tensor value) {
      return new NormOptions(
          epsilon(),
          weight(),
          bias(),
          value,
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          recipTensor());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given, as it must be with
     *     a sharded program config
     */
    default NormOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new NormOptions(
          epsilon(),
          weight(),
          bias(),
          residualInputTensor(),
          value,
          programConfig(),
          computeKernelConfig(),
          recipTensor());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how the work is spread over the cores; the program for interleaved tensors
     *     unless given
     */
    default NormOptions withProgramConfig(@Nullable LayerNormProgramConfig value) {
      return new NormOptions(
          epsilon(),
          weight(),
          bias(),
          residualInputTensor(),
          memoryConfig(),
          value,
          computeKernelConfig(),
          recipTensor());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default NormOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new NormOptions(
          epsilon(),
          weight(),
          bias(),
          residualInputTensor(),
          memoryConfig(),
          programConfig(),
          value,
          recipTensor());
    }

    /**
     * The same with another {@code recipTensor}.
     *
     * @param value 1, 1/2, 1/3, ... in float32, which a program with {@code use_welford} holds in
     *     L1; {@code layer_norm} takes it, {@code rms_norm} does not
     */
    default NormOptions withRecipTensor(@Nullable Tensor value) {
      return new NormOptions(
          epsilon(),
          weight(),
          bias(),
          residualInputTensor(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          value);
    }
  }

  /** Withers of {@link PagedFillOptions}. */
  interface OfPagedFillOptions {
    @Nullable Tensor batchIdxTensor();

    int batchIdx();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Integer blockSize();

    @Nullable Integer cachePositionModulo();

    /**
     * The same with another {@code batchIdxTensor}.
     *
     * @param value the user of each of the batch; one user, {@code batch_idx}, unless given
     */
    default PagedFillOptions withBatchIdxTensor(@Nullable Tensor value) {
      return new PagedFillOptions(
          value, batchIdx(), computeKernelConfig(), blockSize(), cachePositionModulo());
    }

    /**
     * The same with another {@code batchIdx}.
     *
     * @param value the user whose pages are written, unless a tensor names the users
     */
    default PagedFillOptions withBatchIdx(int value) {
      return new PagedFillOptions(
          batchIdxTensor(), value, computeKernelConfig(), blockSize(), cachePositionModulo());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value traced; rows are written as they are
     */
    default PagedFillOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new PagedFillOptions(
          batchIdxTensor(), batchIdx(), value, blockSize(), cachePositionModulo());
    }

    /**
     * The same with another {@code blockSize}.
     *
     * @param value rows of a block: those of the cache, as other views of its tiles are not
     *     modelled
     */
    default PagedFillOptions withBlockSize(@Nullable Integer value) {
      return new PagedFillOptions(
          batchIdxTensor(), batchIdx(), computeKernelConfig(), value, cachePositionModulo());
    }

    /**
     * The same with another {@code cachePositionModulo}.
     *
     * @param value after how many rows a user's pages begin anew, so that only that many of the
     *     last rows stay; never unless given
     */
    default PagedFillOptions withCachePositionModulo(@Nullable Integer value) {
      return new PagedFillOptions(
          batchIdxTensor(), batchIdx(), computeKernelConfig(), blockSize(), value);
    }
  }

  /** Withers of {@link PagedFusedUpdateOptions}. */
  interface OfPagedFusedUpdateOptions {
    List<Integer> updateIdxs();

    @Nullable Tensor updateIdxsTensor();

    @Nullable Boolean shareCache();

    @Nullable Tensor pageTable();

    int batchOffset();

    @Nullable ComputeKernelConfig computeKernelConfig();

    /**
     * The same with another {@code updateIdxs}.
     *
     * @param value the row to write for each user, -1 for none; empty if the tensor has them
     */
    default PagedFusedUpdateOptions withUpdateIdxs(List<Integer> value) {
      return new PagedFusedUpdateOptions(
          value,
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          batchOffset(),
          computeKernelConfig());
    }

    /** The same with another {@code updateIdxs}, each by itself. */
    default PagedFusedUpdateOptions withUpdateIdxs(int... values) {
      return withUpdateIdxs(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code updateIdxsTensor}.
     *
     * @param value the rows to write as int32 on the device, which a page table needs
     */
    default PagedFusedUpdateOptions withUpdateIdxsTensor(@Nullable Tensor value) {
      return new PagedFusedUpdateOptions(
          updateIdxs(), value, shareCache(), pageTable(), batchOffset(), computeKernelConfig());
    }

    /**
     * The same with another {@code shareCache}.
     *
     * @param value whether all users write into the one user of each cache; not unless given
     */
    default PagedFusedUpdateOptions withShareCache(@Nullable Boolean value) {
      return new PagedFusedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          value,
          pageTable(),
          batchOffset(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code pageTable}.
     *
     * @param value the blocks of each user, {@code [users, blocks per user]}; unless given the
     *     caches are not in blocks
     */
    default PagedFusedUpdateOptions withPageTable(@Nullable Tensor value) {
      return new PagedFusedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          value,
          batchOffset(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code batchOffset}.
     *
     * @param value must be 0, as in TT-NN
     */
    default PagedFusedUpdateOptions withBatchOffset(int value) {
      return new PagedFusedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          value,
          computeKernelConfig());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value traced; rows are written as they are
     */
    default PagedFusedUpdateOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new PagedFusedUpdateOptions(
          updateIdxs(), updateIdxsTensor(), shareCache(), pageTable(), batchOffset(), value);
    }
  }

  /** Withers of {@link PagedSdpaDecodeOptions}. */
  interface OfPagedSdpaDecodeOptions {
    boolean isCausal();

    @Nullable Tensor attnMask();

    @Nullable Tensor curPosTensor();

    @Nullable Float scale();

    @Nullable Integer slidingWindowSize();

    @Nullable MemoryConfig memoryConfig();

    @Nullable SdpaProgramConfig programConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Tensor attentionSink();

    /**
     * The same with another {@code isCausal}.
     *
     * @param value whether users see the keys up to their position; else they see all, as the mask
     *     leaves them
     */
    default PagedSdpaDecodeOptions withIsCausal(boolean value) {
      return new PagedSdpaDecodeOptions(
          value,
          attnMask(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code attnMask}.
     *
     * @param value tensor added to the scaled scores, {@code [users or 1, 1, heads, keys]}; not
     *     with {@code is_causal}
     */
    default PagedSdpaDecodeOptions withAttnMask(@Nullable Tensor value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          value,
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code curPosTensor}.
     *
     * @param value the position of each user as int32 on the device, -1 for one to skip
     */
    default PagedSdpaDecodeOptions withCurPosTensor(@Nullable Tensor value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          value,
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default PagedSdpaDecodeOptions withScale(@Nullable Float value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          value,
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default PagedSdpaDecodeOptions withScale(float value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          value,
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code slidingWindowSize}.
     *
     * @param value how many keys a user sees at most, 1 or more; all unless given. It needs {@code
     *     is_causal}
     */
    default PagedSdpaDecodeOptions withSlidingWindowSize(@Nullable Integer value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          scale(),
          value,
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; interleaved DRAM unless given
     */
    default PagedSdpaDecodeOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          value,
          programConfig(),
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how attention is cut over the cores; it changes the circular buffers and the
     *     modelled time, not the values
     */
    default PagedSdpaDecodeOptions withProgramConfig(@Nullable SdpaProgramConfig value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          value,
          computeKernelConfig(),
          attentionSink());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default PagedSdpaDecodeOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          value,
          attentionSink());
    }

    /**
     * The same with another {@code attentionSink}.
     *
     * @param value for each head a score, scaled as the others are, that takes weight and gives
     *     nothing: {@code [heads, 32]}, the first of each row
     */
    default PagedSdpaDecodeOptions withAttentionSink(@Nullable Tensor value) {
      return new PagedSdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          value);
    }
  }

  /** Withers of {@link PagedUpdateOptions}. */
  interface OfPagedUpdateOptions {
    List<Integer> updateIdxs();

    @Nullable Tensor updateIdxsTensor();

    @Nullable Boolean shareCache();

    @Nullable Tensor pageTable();

    int batchOffset();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Integer blockSize();

    @Nullable Integer numKvHeads();

    @Nullable Integer cachePositionModulo();

    /**
     * The same with another {@code updateIdxs}.
     *
     * @param value the row to write for each user, -1 for none; empty if the tensor has them
     */
    default PagedUpdateOptions withUpdateIdxs(List<Integer> value) {
      return new PagedUpdateOptions(
          value,
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          batchOffset(),
          computeKernelConfig(),
          blockSize(),
          numKvHeads(),
          cachePositionModulo());
    }

    /** The same with another {@code updateIdxs}, each by itself. */
    default PagedUpdateOptions withUpdateIdxs(int... values) {
      return withUpdateIdxs(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code updateIdxsTensor}.
     *
     * @param value the rows to write as int32 on the device, which a page table needs
     */
    default PagedUpdateOptions withUpdateIdxsTensor(@Nullable Tensor value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          value,
          shareCache(),
          pageTable(),
          batchOffset(),
          computeKernelConfig(),
          blockSize(),
          numKvHeads(),
          cachePositionModulo());
    }

    /**
     * The same with another {@code shareCache}.
     *
     * @param value whether all users write into the one user of the cache; not unless given
     */
    default PagedUpdateOptions withShareCache(@Nullable Boolean value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          value,
          pageTable(),
          batchOffset(),
          computeKernelConfig(),
          blockSize(),
          numKvHeads(),
          cachePositionModulo());
    }

    /**
     * The same with another {@code pageTable}.
     *
     * @param value the blocks of each user, {@code [users, blocks per user]}; unless given the
     *     cache is not in blocks
     */
    default PagedUpdateOptions withPageTable(@Nullable Tensor value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          value,
          batchOffset(),
          computeKernelConfig(),
          blockSize(),
          numKvHeads(),
          cachePositionModulo());
    }

    /**
     * The same with another {@code batchOffset}.
     *
     * @param value must be 0, as in TT-NN
     */
    default PagedUpdateOptions withBatchOffset(int value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          value,
          computeKernelConfig(),
          blockSize(),
          numKvHeads(),
          cachePositionModulo());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value traced; rows are written as they are
     */
    default PagedUpdateOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          batchOffset(),
          value,
          blockSize(),
          numKvHeads(),
          cachePositionModulo());
    }

    /**
     * The same with another {@code blockSize}.
     *
     * @param value rows of a block: those of the cache, as other views of its tiles are not
     *     modelled
     */
    default PagedUpdateOptions withBlockSize(@Nullable Integer value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          batchOffset(),
          computeKernelConfig(),
          value,
          numKvHeads(),
          cachePositionModulo());
    }

    /**
     * The same with another {@code numKvHeads}.
     *
     * @param value heads of a block: those of the cache, as other views of its tiles are not
     *     modelled
     */
    default PagedUpdateOptions withNumKvHeads(@Nullable Integer value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          batchOffset(),
          computeKernelConfig(),
          blockSize(),
          value,
          cachePositionModulo());
    }

    /**
     * The same with another {@code cachePositionModulo}.
     *
     * @param value after how many rows a user's pages begin anew; never unless given
     */
    default PagedUpdateOptions withCachePositionModulo(@Nullable Integer value) {
      return new PagedUpdateOptions(
          updateIdxs(),
          updateIdxsTensor(),
          shareCache(),
          pageTable(),
          batchOffset(),
          computeKernelConfig(),
          blockSize(),
          numKvHeads(),
          value);
    }
  }

  /** Withers of {@link PoolOptions}. */
  interface OfPoolOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable Conv2dSliceConfig dramSliceConfig();

    @Nullable TensorMemoryLayout appliedShardScheme();

    boolean deallocateInput();

    boolean reallocateHaloOutput();

    DataType dtype();

    Layout outputLayout();

    boolean configTensorInDram();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the input is, interleaved
     */
    default PoolOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new PoolOptions(
          value,
          dramSliceConfig(),
          appliedShardScheme(),
          deallocateInput(),
          reallocateHaloOutput(),
          dtype(),
          outputLayout(),
          configTensorInDram());
    }

    /**
     * The same with another {@code dramSliceConfig}.
     *
     * @param value which slices an image in DRAM is worked on by: rows or columns, and how many, or
     *     L1_FULL for none; unless given as few as fit L1
     */
    default PoolOptions withDramSliceConfig(@Nullable Conv2dSliceConfig value) {
      return new PoolOptions(
          memoryConfig(),
          value,
          appliedShardScheme(),
          deallocateInput(),
          reallocateHaloOutput(),
          dtype(),
          outputLayout(),
          configTensorInDram());
    }

    /**
     * The same with another {@code appliedShardScheme}.
     *
     * @param value the kind of shards in L1 that interleaved pixels are put into first; they are
     *     left where they are unless given
     */
    default PoolOptions withAppliedShardScheme(@Nullable TensorMemoryLayout value) {
      return new PoolOptions(
          memoryConfig(),
          dramSliceConfig(),
          value,
          deallocateInput(),
          reallocateHaloOutput(),
          dtype(),
          outputLayout(),
          configTensorInDram());
    }

    /**
     * The same with another {@code deallocateInput}.
     *
     * @param value whether the input is freed once it has been read
     */
    default PoolOptions withDeallocateInput(boolean value) {
      return new PoolOptions(
          memoryConfig(),
          dramSliceConfig(),
          appliedShardScheme(),
          value,
          reallocateHaloOutput(),
          dtype(),
          outputLayout(),
          configTensorInDram());
    }

    /**
     * The same with another {@code reallocateHaloOutput}.
     *
     * @param value traced; the modelled allocator needs no moves to join free memory
     */
    default PoolOptions withReallocateHaloOutput(boolean value) {
      return new PoolOptions(
          memoryConfig(),
          dramSliceConfig(),
          appliedShardScheme(),
          deallocateInput(),
          value,
          dtype(),
          outputLayout(),
          configTensorInDram());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one
     */
    default PoolOptions withDtype(DataType value) {
      return new PoolOptions(
          memoryConfig(),
          dramSliceConfig(),
          appliedShardScheme(),
          deallocateInput(),
          reallocateHaloOutput(),
          value,
          outputLayout(),
          configTensorInDram());
    }

    /**
     * The same with another {@code outputLayout}.
     *
     * @param value layout of the result; block floats need tiles
     */
    default PoolOptions withOutputLayout(Layout value) {
      return new PoolOptions(
          memoryConfig(),
          dramSliceConfig(),
          appliedShardScheme(),
          deallocateInput(),
          reallocateHaloOutput(),
          dtype(),
          value,
          configTensorInDram());
    }

    /**
     * The same with another {@code configTensorInDram}.
     *
     * @param value traced; the model has no tables of what cores read
     */
    default PoolOptions withConfigTensorInDram(boolean value) {
      return new PoolOptions(
          memoryConfig(),
          dramSliceConfig(),
          appliedShardScheme(),
          deallocateInput(),
          reallocateHaloOutput(),
          dtype(),
          outputLayout(),
          value);
    }
  }

  /** Withers of {@link PrepareConvOptions}. */
  interface OfPrepareConvOptions {
    List<Integer> stride();

    List<Integer> padding();

    List<Integer> dilation();

    boolean hasBias();

    int groups();

    @Nullable MeshDevice device();

    @Nullable DataType inputDtype();

    @Nullable DataType outputDtype();

    @Nullable Conv2dConfig convConfig();

    @Nullable ComputeKernelConfig computeConfig();

    @Nullable Conv2dSliceConfig sliceConfig();

    /**
     * The same with another {@code stride}.
     *
     * @param value stride of the coming call, which changes nothing here
     */
    default PrepareConvOptions withStride(List<Integer> value) {
      return new PrepareConvOptions(
          value,
          padding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /** The same with another {@code stride}, each by itself. */
    default PrepareConvOptions withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value padding of the coming call, which changes nothing here
     */
    default PrepareConvOptions withPadding(List<Integer> value) {
      return new PrepareConvOptions(
          stride(),
          value,
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /** The same with another {@code padding}, each by itself. */
    default PrepareConvOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the kernel
     */
    default PrepareConvOptions withDilation(List<Integer> value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          value,
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /** The same with another {@code dilation}, each by itself. */
    default PrepareConvOptions withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code hasBias}.
     *
     * @param value whether the coming call has a bias, which changes nothing here
     */
    default PrepareConvOptions withHasBias(boolean value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          value,
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many groups the channels are cut; it divides the channels of input and
     *     result
     */
    default PrepareConvOptions withGroups(int value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          value,
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device to bring the tensor to; needed
     */
    default PrepareConvOptions withDevice(@Nullable MeshDevice value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          groups(),
          value,
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /**
     * The same with another {@code inputDtype}.
     *
     * @param value data type of the coming input, which changes nothing here
     */
    default PrepareConvOptions withInputDtype(@Nullable DataType value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          value,
          outputDtype(),
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /**
     * The same with another {@code outputDtype}.
     *
     * @param value data type of the coming result, which changes nothing here
     */
    default PrepareConvOptions withOutputDtype(@Nullable DataType value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          value,
          convConfig(),
          computeConfig(),
          sliceConfig());
    }

    /**
     * The same with another {@code convConfig}.
     *
     * @param value the config of the coming call, whose {@code weights_dtype} the tensor is
     *     converted to
     */
    default PrepareConvOptions withConvConfig(@Nullable Conv2dConfig value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          value,
          computeConfig(),
          sliceConfig());
    }

    /**
     * The same with another {@code computeConfig}.
     *
     * @param value that of the coming call, which changes nothing here
     */
    default PrepareConvOptions withComputeConfig(@Nullable ComputeKernelConfig value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          value,
          sliceConfig());
    }

    /**
     * The same with another {@code sliceConfig}.
     *
     * @param value slices of the coming call, which change nothing here
     */
    default PrepareConvOptions withSliceConfig(@Nullable Conv2dSliceConfig value) {
      return new PrepareConvOptions(
          stride(),
          padding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          value);
    }
  }

  /** Withers of {@link PrepareConvTranspose2dOptions}. */
  interface OfPrepareConvTranspose2dOptions {
    List<Integer> stride();

    List<Integer> padding();

    List<Integer> outputPadding();

    List<Integer> dilation();

    boolean hasBias();

    int groups();

    @Nullable MeshDevice device();

    @Nullable DataType inputDtype();

    @Nullable DataType outputDtype();

    @Nullable Conv2dConfig convConfig();

    @Nullable ComputeKernelConfig computeConfig();

    @Nullable Conv2dSliceConfig dramSliceConfig();

    boolean mirrorKernel();

    /**
     * The same with another {@code stride}.
     *
     * @param value stride of the coming call, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withStride(List<Integer> value) {
      return new PrepareConvTranspose2dOptions(
          value,
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code stride}, each by itself. */
    default PrepareConvTranspose2dOptions withStride(int... values) {
      return withStride(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code padding}.
     *
     * @param value padding of the coming call, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withPadding(List<Integer> value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          value,
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code padding}, each by itself. */
    default PrepareConvTranspose2dOptions withPadding(int... values) {
      return withPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code outputPadding}.
     *
     * @param value that of the coming call, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withOutputPadding(List<Integer> value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          value,
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code outputPadding}, each by itself. */
    default PrepareConvTranspose2dOptions withOutputPadding(int... values) {
      return withOutputPadding(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code dilation}.
     *
     * @param value distance between the taps of the kernel
     */
    default PrepareConvTranspose2dOptions withDilation(List<Integer> value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          value,
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /** The same with another {@code dilation}, each by itself. */
    default PrepareConvTranspose2dOptions withDilation(int... values) {
      return withDilation(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code hasBias}.
     *
     * @param value whether the coming call has a bias, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withHasBias(boolean value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          value,
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code groups}.
     *
     * @param value into how many groups the channels are cut; it divides the channels of input and
     *     result
     */
    default PrepareConvTranspose2dOptions withGroups(int value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          value,
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device to bring the tensor to; needed
     */
    default PrepareConvTranspose2dOptions withDevice(@Nullable MeshDevice value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          value,
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code inputDtype}.
     *
     * @param value data type of the coming input, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withInputDtype(@Nullable DataType value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          value,
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code outputDtype}.
     *
     * @param value data type of the coming result, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withOutputDtype(@Nullable DataType value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          value,
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code convConfig}.
     *
     * @param value the config of the coming call, whose {@code weights_dtype} the tensor is
     *     converted to
     */
    default PrepareConvTranspose2dOptions withConvConfig(@Nullable Conv2dConfig value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          value,
          computeConfig(),
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code computeConfig}.
     *
     * @param value that of the coming call, which changes nothing here
     */
    default PrepareConvTranspose2dOptions withComputeConfig(@Nullable ComputeKernelConfig value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          value,
          dramSliceConfig(),
          mirrorKernel());
    }

    /**
     * The same with another {@code dramSliceConfig}.
     *
     * @param value slices of the coming call, which change nothing here
     */
    default PrepareConvTranspose2dOptions withDramSliceConfig(@Nullable Conv2dSliceConfig value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          value,
          mirrorKernel());
    }

    /**
     * The same with another {@code mirrorKernel}.
     *
     * @param value whether weights are still to be mirrored along both sides of the kernel
     */
    default PrepareConvTranspose2dOptions withMirrorKernel(boolean value) {
      return new PrepareConvTranspose2dOptions(
          stride(),
          padding(),
          outputPadding(),
          dilation(),
          hasBias(),
          groups(),
          device(),
          inputDtype(),
          outputDtype(),
          convConfig(),
          computeConfig(),
          dramSliceConfig(),
          value);
    }
  }

  /** Withers of {@link RandOptions}. */
  interface OfRandOptions {
    DataType dtype();

    Layout layout();

    MemoryConfig memoryConfig();

    double low();

    double high();

    long seed();

    @Nullable MeshMapper meshMapper();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the elements
     */
    default RandOptions withDtype(DataType value) {
      return new RandOptions(value, layout(), memoryConfig(), low(), high(), seed(), meshMapper());
    }

    /**
     * The same with another {@code layout}.
     *
     * @param value layout of the tensor, row-major or tiles
     */
    default RandOptions withLayout(Layout value) {
      return new RandOptions(dtype(), value, memoryConfig(), low(), high(), seed(), meshMapper());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where on the device the tensor is placed
     */
    default RandOptions withMemoryConfig(MemoryConfig value) {
      return new RandOptions(dtype(), layout(), value, low(), high(), seed(), meshMapper());
    }

    /**
     * The same with another {@code low}.
     *
     * @param value the least number before it is rounded to the dtype, a finite float
     */
    default RandOptions withLow(double value) {
      return new RandOptions(
          dtype(), layout(), memoryConfig(), value, high(), seed(), meshMapper());
    }

    /**
     * The same with another {@code high}.
     *
     * @param value the end of the range, a finite float above {@code low}; no number reaches it
     */
    default RandOptions withHigh(double value) {
      return new RandOptions(dtype(), layout(), memoryConfig(), low(), value, seed(), meshMapper());
    }

    /**
     * The same with another {@code seed}.
     *
     * @param value what the numbers are made from: the same seed gives the same values on every
     *     machine
     */
    default RandOptions withSeed(long value) {
      return new RandOptions(dtype(), layout(), memoryConfig(), low(), high(), value, meshMapper());
    }

    /**
     * The same with another {@code meshMapper}.
     *
     * @param value how the devices of the mesh share the tensor out; the same on all unless given
     */
    default RandOptions withMeshMapper(@Nullable MeshMapper value) {
      return new RandOptions(dtype(), layout(), memoryConfig(), low(), high(), seed(), value);
    }
  }

  /** Withers of {@link ReduceOptions}. */
  interface OfReduceOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    float scalar();

    boolean correction();

    @Nullable CoreRangeSet subCoreGrids();

    boolean fastAndApproximateMode();

    @Nullable Layout outputLayout();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given, which {@code var}
     *     and {@code std} take interleaved. Shards are cut for the result, on the same cores
     */
    default ReduceOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ReduceOptions(
          value,
          computeKernelConfig(),
          scalar(),
          correction(),
          subCoreGrids(),
          fastAndApproximateMode(),
          outputLayout());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default ReduceOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new ReduceOptions(
          memoryConfig(),
          value,
          scalar(),
          correction(),
          subCoreGrids(),
          fastAndApproximateMode(),
          outputLayout());
    }

    /**
     * The same with another {@code scalar}.
     *
     * @param value what the result is multiplied with; extrema are those of the multiplied input,
     *     and {@code var} and {@code std} are those of the multiplied elements
     */
    default ReduceOptions withScalar(float value) {
      return new ReduceOptions(
          memoryConfig(),
          computeKernelConfig(),
          value,
          correction(),
          subCoreGrids(),
          fastAndApproximateMode(),
          outputLayout());
    }

    /**
     * The same with another {@code correction}.
     *
     * @param value whether {@code var} and {@code std} divide by one less than the count; other
     *     reductions ignore it
     */
    default ReduceOptions withCorrection(boolean value) {
      return new ReduceOptions(
          memoryConfig(),
          computeKernelConfig(),
          scalar(),
          value,
          subCoreGrids(),
          fastAndApproximateMode(),
          outputLayout());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given
     */
    default ReduceOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new ReduceOptions(
          memoryConfig(),
          computeKernelConfig(),
          scalar(),
          correction(),
          value,
          fastAndApproximateMode(),
          outputLayout());
    }

    /**
     * The same with another {@code fastAndApproximateMode}.
     *
     * @param value asks for the faster and less exact form of TT-NN; computed exactly all the same
     */
    default ReduceOptions withFastAndApproximateMode(boolean value) {
      return new ReduceOptions(
          memoryConfig(),
          computeKernelConfig(),
          scalar(),
          correction(),
          subCoreGrids(),
          value,
          outputLayout());
    }

    /**
     * The same with another {@code outputLayout}.
     *
     * @param value layout of the result; unless given that which the reduction gives. Only {@code
     *     sum} and {@code mean} take one
     */
    default ReduceOptions withOutputLayout(@Nullable Layout value) {
      return new ReduceOptions(
          memoryConfig(),
          computeKernelConfig(),
          scalar(),
          correction(),
          subCoreGrids(),
          fastAndApproximateMode(),
          value);
    }
  }

  /** Withers of {@link ReduceScatterAsyncOptions}. */
  interface OfReduceScatterAsyncOptions {
    @Nullable List<Tensor> persistentOutputBuffers();

    @Nullable GlobalSemaphore barrierSemaphore();

    @Nullable MemoryConfig memoryConfig();

    @Nullable MemoryConfig intermediateMemoryConfig();

    Topology topology();

    @Nullable Integer clusterAxis();

    LinkOptions links();

    @Nullable ComputeKernelConfig computeKernelConfig();

    /**
     * The same with another {@code persistentOutputBuffers}.
     *
     * @param value two tensors to write to, the one for sums on their way and the result; both are
     *     allocated unless given
     */
    default ReduceScatterAsyncOptions withPersistentOutputBuffers(@Nullable List<Tensor> value) {
      return new ReduceScatterAsyncOptions(
          value,
          barrierSemaphore(),
          memoryConfig(),
          intermediateMemoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code barrierSemaphore}.
     *
     * @param value traced; the modelled devices wait for each other by themselves
     */
    default ReduceScatterAsyncOptions withBarrierSemaphore(@Nullable GlobalSemaphore value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          value,
          memoryConfig(),
          intermediateMemoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default ReduceScatterAsyncOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          barrierSemaphore(),
          value,
          intermediateMemoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code intermediateMemoryConfig}.
     *
     * @param value where sums on their way are placed; where the input is unless given
     */
    default ReduceScatterAsyncOptions withIntermediateMemoryConfig(@Nullable MemoryConfig value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          barrierSemaphore(),
          memoryConfig(),
          value,
          topology(),
          clusterAxis(),
          links(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code topology}.
     *
     * @param value {@code RING} for a ring where the links close one, else a line
     */
    default ReduceScatterAsyncOptions withTopology(Topology value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          barrierSemaphore(),
          memoryConfig(),
          intermediateMemoryConfig(),
          value,
          clusterAxis(),
          links(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code clusterAxis}.
     *
     * @param value the groups of devices that work together: 0 for those of a column of the mesh, 1
     *     for those of a row, all unless given
     */
    default ReduceScatterAsyncOptions withClusterAxis(@Nullable Integer value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          barrierSemaphore(),
          memoryConfig(),
          intermediateMemoryConfig(),
          topology(),
          value,
          links(),
          computeKernelConfig());
    }

    /**
     * The same with another {@code links}.
     *
     * @param value how the Ethernet links between the devices are used
     */
    default ReduceScatterAsyncOptions withLinks(LinkOptions value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          barrierSemaphore(),
          memoryConfig(),
          intermediateMemoryConfig(),
          topology(),
          clusterAxis(),
          value,
          computeKernelConfig());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value traced; sums are in float32 whatever it says
     */
    default ReduceScatterAsyncOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new ReduceScatterAsyncOptions(
          persistentOutputBuffers(),
          barrierSemaphore(),
          memoryConfig(),
          intermediateMemoryConfig(),
          topology(),
          clusterAxis(),
          links(),
          value);
    }
  }

  /** Withers of {@link ReduceScatterOptions}. */
  interface OfReduceScatterOptions {
    @Nullable Integer clusterAxis();

    @Nullable MemoryConfig memoryConfig();

    @Nullable MemoryConfig intermediateMemoryConfig();

    @Nullable Tensor outputTensor();

    @Nullable Topology topology();

    LinkOptions links();

    @Nullable ComputeKernelConfig computeKernelConfig();

    boolean useL1SmallForSemaphores();

    /**
     * The same with another {@code clusterAxis}.
     *
     * @param value the groups of devices that work together: 0 for those of a column of the mesh, 1
     *     for those of a row, all unless given
     */
    default ReduceScatterOptions withClusterAxis(@Nullable Integer value) {
      return new ReduceScatterOptions(
          value,
          memoryConfig(),
          intermediateMemoryConfig(),
          outputTensor(),
          topology(),
          links(),
          computeKernelConfig(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default ReduceScatterOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          value,
          intermediateMemoryConfig(),
          outputTensor(),
          topology(),
          links(),
          computeKernelConfig(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code intermediateMemoryConfig}.
     *
     * @param value where sums on their way are placed; interleaved DRAM unless given
     */
    default ReduceScatterOptions withIntermediateMemoryConfig(@Nullable MemoryConfig value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          memoryConfig(),
          value,
          outputTensor(),
          topology(),
          links(),
          computeKernelConfig(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to; allocated unless given. Its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default ReduceScatterOptions withOutputTensor(@Nullable Tensor value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          memoryConfig(),
          intermediateMemoryConfig(),
          value,
          topology(),
          links(),
          computeKernelConfig(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code topology}.
     *
     * @param value {@code RING} for a ring where the links close one, else a line; a line unless
     *     given
     */
    default ReduceScatterOptions withTopology(@Nullable Topology value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          memoryConfig(),
          intermediateMemoryConfig(),
          outputTensor(),
          value,
          links(),
          computeKernelConfig(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code links}.
     *
     * @param value how the Ethernet links between the devices are used
     */
    default ReduceScatterOptions withLinks(LinkOptions value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          memoryConfig(),
          intermediateMemoryConfig(),
          outputTensor(),
          topology(),
          value,
          computeKernelConfig(),
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value traced; sums are in float32 whatever it says
     */
    default ReduceScatterOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          memoryConfig(),
          intermediateMemoryConfig(),
          outputTensor(),
          topology(),
          links(),
          value,
          useL1SmallForSemaphores());
    }

    /**
     * The same with another {@code useL1SmallForSemaphores}.
     *
     * @param value traced; semaphores hold no memory in the model
     */
    default ReduceScatterOptions withUseL1SmallForSemaphores(boolean value) {
      return new ReduceScatterOptions(
          clusterAxis(),
          memoryConfig(),
          intermediateMemoryConfig(),
          outputTensor(),
          topology(),
          links(),
          computeKernelConfig(),
          value);
    }
  }

  /** Withers of {@link ReshapeOptions}. */
  interface OfReshapeOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable Double padValue();

    TileReshapeMapMode reshapeTileMode();

    @Nullable CoreRangeSet subCoreGrids();

    boolean skipPaddingFill();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the input is, with a sharded
     *     input's shards cut anew on the same cores to hold the result
     */
    default ReshapeOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new ReshapeOptions(
          value, padValue(), reshapeTileMode(), subCoreGrids(), skipPaddingFill());
    }

    /**
     * The same with another {@code padValue}.
     *
     * @param value value that fills up the tiles, which changes no element
     */
    default ReshapeOptions withPadValue(@Nullable Double value) {
      return new ReshapeOptions(
          memoryConfig(), value, reshapeTileMode(), subCoreGrids(), skipPaddingFill());
    }

    /**
     * The same with another {@code padValue}.
     *
     * @param value value that fills up the tiles, which changes no element
     */
    default ReshapeOptions withPadValue(double value) {
      return new ReshapeOptions(
          memoryConfig(), value, reshapeTileMode(), subCoreGrids(), skipPaddingFill());
    }

    /**
     * The same with another {@code reshapeTileMode}.
     *
     * @param value whether TT-NN keeps the map from tiles to tiles for the next call; traced only,
     *     as the modelled program needs no map
     */
    default ReshapeOptions withReshapeTileMode(TileReshapeMapMode value) {
      return new ReshapeOptions(
          memoryConfig(), padValue(), value, subCoreGrids(), skipPaddingFill());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given. A view uses none
     */
    default ReshapeOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new ReshapeOptions(
          memoryConfig(), padValue(), reshapeTileMode(), value, skipPaddingFill());
    }

    /**
     * The same with another {@code skipPaddingFill}.
     *
     * @param value traced only: padding is no part of a tensor's values here
     */
    default ReshapeOptions withSkipPaddingFill(boolean value) {
      return new ReshapeOptions(
          memoryConfig(), padValue(), reshapeTileMode(), subCoreGrids(), value);
    }
  }

  /** Withers of {@link RotaryOptions}. */
  interface OfRotaryOptions {
    boolean isDecodeMode();

    @Nullable MemoryConfig memoryConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    /**
     * The same with another {@code isDecodeMode}.
     *
     * @param value whether the input is one token for each user, {@code [1, users, heads, d]}
     */
    default RotaryOptions withIsDecodeMode(boolean value) {
      return new RotaryOptions(value, memoryConfig(), computeKernelConfig());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed, in the memory layout of the input; where the input
     *     is unless given
     */
    default RotaryOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new RotaryOptions(isDecodeMode(), value, computeKernelConfig());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default RotaryOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new RotaryOptions(isDecodeMode(), memoryConfig(), value);
    }
  }

  /** Withers of {@link SdpaDecodeOptions}. */
  interface OfSdpaDecodeOptions {
    boolean isCausal();

    @Nullable Tensor attnMask();

    List<Integer> curPos();

    @Nullable Tensor curPosTensor();

    @Nullable Float scale();

    @Nullable Integer slidingWindowSize();

    @Nullable MemoryConfig memoryConfig();

    @Nullable SdpaProgramConfig programConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Tensor attentionSink();

    @Nullable Boolean shareCache();

    /**
     * The same with another {@code isCausal}.
     *
     * @param value whether users see the keys up to their position; else they see all, as the mask
     *     leaves them
     */
    default SdpaDecodeOptions withIsCausal(boolean value) {
      return new SdpaDecodeOptions(
          value,
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code attnMask}.
     *
     * @param value tensor added to the scaled scores, {@code [users or 1, 1, heads, keys]}; not
     *     with {@code is_causal}
     */
    default SdpaDecodeOptions withAttnMask(@Nullable Tensor value) {
      return new SdpaDecodeOptions(
          isCausal(),
          value,
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code curPos}.
     *
     * @param value the position of each user, -1 for one to skip; empty if the tensor has them
     */
    default SdpaDecodeOptions withCurPos(List<Integer> value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          value,
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /** The same with another {@code curPos}, each by itself. */
    default SdpaDecodeOptions withCurPos(int... values) {
      return withCurPos(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with another {@code curPosTensor}.
     *
     * @param value the positions as int32 on the device, -1 for a user to skip
     */
    default SdpaDecodeOptions withCurPosTensor(@Nullable Tensor value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          value,
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default SdpaDecodeOptions withScale(@Nullable Float value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          value,
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default SdpaDecodeOptions withScale(float value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          value,
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code slidingWindowSize}.
     *
     * @param value how many keys a user sees at most, 1 or more; all unless given. It needs {@code
     *     is_causal}
     */
    default SdpaDecodeOptions withSlidingWindowSize(@Nullable Integer value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          value,
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; interleaved DRAM unless given
     */
    default SdpaDecodeOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          value,
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how attention is cut over the cores; it changes the circular buffers and the
     *     modelled time, not the values
     */
    default SdpaDecodeOptions withProgramConfig(@Nullable SdpaProgramConfig value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          value,
          computeKernelConfig(),
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default SdpaDecodeOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          value,
          attentionSink(),
          shareCache());
    }

    /**
     * The same with another {@code attentionSink}.
     *
     * @param value for each head a score, scaled as the others are, that takes weight and gives
     *     nothing: {@code [heads, 32]}, the first of each row
     */
    default SdpaDecodeOptions withAttentionSink(@Nullable Tensor value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          value,
          shareCache());
    }

    /**
     * The same with another {@code shareCache}.
     *
     * @param value whether all users share the keys and values of one; not unless given
     */
    default SdpaDecodeOptions withShareCache(@Nullable Boolean value) {
      return new SdpaDecodeOptions(
          isCausal(),
          attnMask(),
          curPos(),
          curPosTensor(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          value);
    }
  }

  /** Withers of {@link SdpaOptions}. */
  interface OfSdpaOptions {
    @Nullable Tensor attnMask();

    boolean isCausal();

    @Nullable Float scale();

    @Nullable Integer slidingWindowSize();

    @Nullable MemoryConfig memoryConfig();

    @Nullable SdpaProgramConfig programConfig();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable Tensor attentionSink();

    @Nullable Tensor cuWindowSeqlens();

    /**
     * The same with another {@code attnMask}.
     *
     * @param value tensor added to the scaled scores, {@code [b or 1, heads or 1, queries, keys]};
     *     not with {@code is_causal} or a window
     */
    default SdpaOptions withAttnMask(@Nullable Tensor value) {
      return new SdpaOptions(
          value,
          isCausal(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code isCausal}.
     *
     * @param value whether queries see the keys up to their own position only
     */
    default SdpaOptions withIsCausal(boolean value) {
      return new SdpaOptions(
          attnMask(),
          value,
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default SdpaOptions withScale(@Nullable Float value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          value,
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code scale}.
     *
     * @param value factor of the scores; {@code 1 / sqrt(head size)} unless given
     */
    default SdpaOptions withScale(float value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          value,
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code slidingWindowSize}.
     *
     * @param value how many keys a query sees at most, 1 or more; all unless given
     */
    default SdpaOptions withSlidingWindowSize(@Nullable Integer value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          scale(),
          value,
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; interleaved DRAM unless given
     */
    default SdpaOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          scale(),
          slidingWindowSize(),
          value,
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how attention is cut over the cores; it changes the circular buffers and the
     *     modelled time, not the values
     */
    default SdpaOptions withProgramConfig(@Nullable SdpaProgramConfig value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          value,
          computeKernelConfig(),
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default SdpaOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          value,
          attentionSink(),
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code attentionSink}.
     *
     * @param value for each head a score, scaled as the others are, that takes weight and gives
     *     nothing: {@code [1, heads, 1, 1]}
     */
    default SdpaOptions withAttentionSink(@Nullable Tensor value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          value,
          cuWindowSeqlens());
    }

    /**
     * The same with another {@code cuWindowSeqlens}.
     *
     * @param value where windows of the sequence begin, and where the last ends: 2 to 1024 integers
     *     in rows; queries see the keys of their own window; not with {@code is_causal}, {@code
     *     attn_mask}, {@code sliding_window_size} or {@code attention_sink}
     */
    default SdpaOptions withCuWindowSeqlens(@Nullable Tensor value) {
      return new SdpaOptions(
          attnMask(),
          isCausal(),
          scale(),
          slidingWindowSize(),
          memoryConfig(),
          programConfig(),
          computeKernelConfig(),
          attentionSink(),
          value);
    }
  }

  /** Withers of {@link SliceOptions}. */
  interface OfSliceOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor outputTensor();

    @Nullable Double padValue();

    @Nullable CoreRangeSet subCoreGrids();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the tensor to write to is, else
     *     where the input is, with a sharded input's shards cut anew on the same cores to hold the
     *     result
     */
    default SliceOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new SliceOptions(value, outputTensor(), padValue(), subCoreGrids());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to instead of a new one; its shape, dtype, layout and memory
     *     config must be those of the result
     */
    default SliceOptions withOutputTensor(@Nullable Tensor value) {
      return new SliceOptions(memoryConfig(), value, padValue(), subCoreGrids());
    }

    /**
     * The same with another {@code padValue}.
     *
     * @param value value that fills up the tiles, which changes no element
     */
    default SliceOptions withPadValue(@Nullable Double value) {
      return new SliceOptions(memoryConfig(), outputTensor(), value, subCoreGrids());
    }

    /**
     * The same with another {@code padValue}.
     *
     * @param value value that fills up the tiles, which changes no element
     */
    default SliceOptions withPadValue(double value) {
      return new SliceOptions(memoryConfig(), outputTensor(), value, subCoreGrids());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given
     */
    default SliceOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new SliceOptions(memoryConfig(), outputTensor(), padValue(), value);
    }
  }

  /** Withers of {@link SparseMatmulOptions}. */
  interface OfSparseMatmulOptions {
    @Nullable Integer nnz();

    boolean isInputASparse();

    boolean isInputBSparse();

    @Nullable MemoryConfig memoryConfig();

    @Nullable DataType dtype();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable CoreGrid coreGrid();

    @Nullable Tile outputTile();

    @Nullable Tensor optionalOutputTensor();

    @Nullable Object globalCb();

    @Nullable Integer subDeviceId();

    @Nullable Tensor indices();

    /**
     * The same with another {@code nnz}.
     *
     * @param value how many pairs are multiplied; exactly as many as elements of sparsity are not 0
     */
    default SparseMatmulOptions withNnz(@Nullable Integer value) {
      return new SparseMatmulOptions(
          value,
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code isInputASparse}.
     *
     * @param value whether matrices of the left tensor may be left out
     */
    default SparseMatmulOptions withIsInputASparse(boolean value) {
      return new SparseMatmulOptions(
          nnz(),
          value,
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code isInputBSparse}.
     *
     * @param value whether matrices of the right tensor may be left out
     */
    default SparseMatmulOptions withIsInputBSparse(boolean value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          value,
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the tensor to write to is, else
     *     interleaved DRAM
     */
    default SparseMatmulOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          value,
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result, a floating-point one; unless given that of the tensor
     *     to write to, else that of the left matrices
     */
    default SparseMatmulOptions withDtype(@Nullable DataType value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          value,
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default SparseMatmulOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          value,
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code coreGrid}.
     *
     * @param value must not be given: the program config says it
     */
    default SparseMatmulOptions withCoreGrid(@Nullable CoreGrid value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          value,
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code outputTile}.
     *
     * @param value size of the result's tiles: the height of the left ones, the width of the right
     *     ones
     */
    default SparseMatmulOptions withOutputTile(@Nullable Tile value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          value,
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code optionalOutputTensor}.
     *
     * @param value tensor to write to instead of a new one; with {@code nnz} it may have the shape
     *     {@code [1, nnz, m, n]}, then products follow each other
     */
    default SparseMatmulOptions withOptionalOutputTensor(@Nullable Tensor value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          value,
          globalCb(),
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code globalCb}.
     *
     * @param value must not be given: the modelled device has no global circular buffers
     */
    default SparseMatmulOptions withGlobalCb(@Nullable Object value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          value,
          subDeviceId(),
          indices());
    }

    /**
     * The same with another {@code subDeviceId}.
     *
     * @param value traced; the program runs on the cores of its config
     */
    default SparseMatmulOptions withSubDeviceId(@Nullable Integer value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          value,
          indices());
    }

    /**
     * The same with another {@code indices}.
     *
     * @param value numbers of the right matrices to multiply by, in the order of their products, as
     *     {@code UINT16} in one row; the left tensor has a matrix for each if it is sparse too
     */
    default SparseMatmulOptions withIndices(@Nullable Tensor value) {
      return new SparseMatmulOptions(
          nnz(),
          isInputASparse(),
          isInputBSparse(),
          memoryConfig(),
          dtype(),
          computeKernelConfig(),
          coreGrid(),
          outputTile(),
          optionalOutputTensor(),
          globalCb(),
          subDeviceId(),
          value);
    }
  }

  /** Withers of {@link SplitHeadsOptions}. */
  interface OfSplitHeadsOptions {
    @Nullable Integer numKvHeads();

    boolean transposeKey();

    @Nullable MemoryConfig memoryConfig();

    boolean useFalcon7bBackend();

    /**
     * The same with another {@code numKvHeads}.
     *
     * @param value number of heads of keys and of values; as many as of queries unless given
     */
    default SplitHeadsOptions withNumKvHeads(@Nullable Integer value) {
      return new SplitHeadsOptions(value, transposeKey(), memoryConfig(), useFalcon7bBackend());
    }

    /**
     * The same with another {@code transposeKey}.
     *
     * @param value whether keys come as {@code [b, heads, d, s]}
     */
    default SplitHeadsOptions withTransposeKey(boolean value) {
      return new SplitHeadsOptions(numKvHeads(), value, memoryConfig(), useFalcon7bBackend());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the results are placed; where the input is unless given. Block shards need
     *     one that is {@code HEIGHT_SHARDED} in L1; how the shards are cut follows from those of
     *     the input
     */
    default SplitHeadsOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new SplitHeadsOptions(numKvHeads(), transposeKey(), value, useFalcon7bBackend());
    }

    /**
     * The same with another {@code useFalcon7bBackend}.
     *
     * @param value must be false: heads of Falcon's own shape are not modelled
     */
    default SplitHeadsOptions withUseFalcon7bBackend(boolean value) {
      return new SplitHeadsOptions(numKvHeads(), transposeKey(), memoryConfig(), value);
    }
  }

  /** Withers of {@link StatisticsOptions}. */
  interface OfStatisticsOptions {
    DataType dtype();

    @Nullable Tensor residualInputTensor();

    @Nullable ComputeKernelConfig computeKernelConfig();

    @Nullable LayerNormProgramConfig programConfig();

    @Nullable MemoryConfig memoryConfig();

    @Nullable Boolean use2dCoreGrid();

    boolean fastAndApproximateMode();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the statistics, a floating-point one; those of a sharded input are
     *     bfloat16
     */
    default StatisticsOptions withDtype(DataType value) {
      return new StatisticsOptions(
          value,
          residualInputTensor(),
          computeKernelConfig(),
          programConfig(),
          memoryConfig(),
          use2dCoreGrid(),
          fastAndApproximateMode());
    }

    /**
     * The same with another {@code residualInputTensor}.
     *
     * @param value tensor of the input's shape that is added to the input first
     */
    default StatisticsOptions withResidualInputTensor(@Nullable Tensor value) {
      return new StatisticsOptions(
          dtype(),
          value,
          computeKernelConfig(),
          programConfig(),
          memoryConfig(),
          use2dCoreGrid(),
          fastAndApproximateMode());
    }

    /**
     * The same with another {@code computeKernelConfig}.
     *
     * @param value how the compute kernel does its arithmetic; it changes the modelled time and the
     *     circular buffers, not the values
     */
    default StatisticsOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
      return new StatisticsOptions(
          dtype(),
          residualInputTensor(),
          value,
          programConfig(),
          memoryConfig(),
          use2dCoreGrid(),
          fastAndApproximateMode());
    }

    /**
     * The same with another {@code programConfig}.
     *
     * @param value how the shards of a sharded input are walked; for other inputs the default one
     */
    default StatisticsOptions withProgramConfig(@Nullable LayerNormProgramConfig value) {
      return new StatisticsOptions(
          dtype(),
          residualInputTensor(),
          computeKernelConfig(),
          value,
          memoryConfig(),
          use2dCoreGrid(),
          fastAndApproximateMode());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the statistics are placed; where the input is unless given
     */
    default StatisticsOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new StatisticsOptions(
          dtype(),
          residualInputTensor(),
          computeKernelConfig(),
          programConfig(),
          value,
          use2dCoreGrid(),
          fastAndApproximateMode());
    }

    /**
     * The same with another {@code use2dCoreGrid}.
     *
     * @param value whether the tiles of a row are shared out between cores; whole rows of tiles go
     *     to a core unless given
     */
    default StatisticsOptions withUse2dCoreGrid(@Nullable Boolean value) {
      return new StatisticsOptions(
          dtype(),
          residualInputTensor(),
          computeKernelConfig(),
          programConfig(),
          memoryConfig(),
          value,
          fastAndApproximateMode());
    }

    /**
     * The same with another {@code fastAndApproximateMode}.
     *
     * @param value asks for the faster and less exact form of TT-NN; computed exactly all the same
     */
    default StatisticsOptions withFastAndApproximateMode(boolean value) {
      return new StatisticsOptions(
          dtype(),
          residualInputTensor(),
          computeKernelConfig(),
          programConfig(),
          memoryConfig(),
          use2dCoreGrid(),
          value);
    }
  }

  /** Withers of {@link TilizeOptions}. */
  interface OfTilizeOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable DataType dtype();

    boolean useMulticore();

    boolean useLowPerf();

    Tile tile();

    @Nullable CoreRangeSet subCoreGrids();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; where the input is unless given
     */
    default TilizeOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new TilizeOptions(
          value, dtype(), useMulticore(), useLowPerf(), tile(), subCoreGrids());
    }

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; that of the input unless given. Only floating-point
     *     types convert to each other
     */
    default TilizeOptions withDtype(@Nullable DataType value) {
      return new TilizeOptions(
          memoryConfig(), value, useMulticore(), useLowPerf(), tile(), subCoreGrids());
    }

    /**
     * The same with another {@code useMulticore}.
     *
     * @param value false for a program on one core
     */
    default TilizeOptions withUseMulticore(boolean value) {
      return new TilizeOptions(
          memoryConfig(), dtype(), value, useLowPerf(), tile(), subCoreGrids());
    }

    /**
     * The same with another {@code useLowPerf}.
     *
     * @param value whether the program runs on one core and holds one tile at a time
     */
    default TilizeOptions withUseLowPerf(boolean value) {
      return new TilizeOptions(
          memoryConfig(), dtype(), useMulticore(), value, tile(), subCoreGrids());
    }

    /**
     * The same with another {@code tile}.
     *
     * @param value size of the tiles; must be 32 x 32
     */
    default TilizeOptions withTile(Tile value) {
      return new TilizeOptions(
          memoryConfig(), dtype(), useMulticore(), useLowPerf(), value, subCoreGrids());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given
     */
    default TilizeOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new TilizeOptions(
          memoryConfig(), dtype(), useMulticore(), useLowPerf(), tile(), value);
    }
  }

  /** Withers of {@link ToTorchOptions}. */
  interface OfToTorchOptions {
    @Nullable TorchDtype dtype();

    @Nullable Integer torchRank();

    @Nullable MeshMapper meshComposer();

    @Nullable MeshDevice device();

    /**
     * The same with another {@code dtype}.
     *
     * @param value data type of the result; unless given PyTorch's counterpart of the tensor's
     *     type, which is float32 for block floats
     */
    default ToTorchOptions withDtype(@Nullable TorchDtype value) {
      return new ToTorchOptions(value, torchRank(), meshComposer(), device());
    }

    /**
     * The same with another {@code torchRank}.
     *
     * @param value the greatest rank of the result: leading dimensions of size 1 are dropped; all
     *     stay unless given
     */
    default ToTorchOptions withTorchRank(@Nullable Integer value) {
      return new ToTorchOptions(dtype(), value, meshComposer(), device());
    }

    /**
     * The same with another {@code meshComposer}.
     *
     * @param value how to put together what the devices of a mesh have, e.g. TT-NN's {@code
     *     ConcatMeshToTensor}; not needed for a tensor that is the same on all
     */
    default ToTorchOptions withMeshComposer(@Nullable MeshMapper value) {
      return new ToTorchOptions(dtype(), torchRank(), value, device());
    }

    /**
     * The same with another {@code device}.
     *
     * @param value the device whose mesh a host tensor was cut for; that of the tensor unless given
     */
    default ToTorchOptions withDevice(@Nullable MeshDevice value) {
      return new ToTorchOptions(dtype(), torchRank(), meshComposer(), value);
    }
  }

  /** Withers of {@link TopkOptions}. */
  interface OfTopkOptions {
    int dim();

    boolean largest();

    boolean sorted();

    @Nullable MemoryConfig memoryConfig();

    @Nullable CoreRangeSet subCoreGrids();

    @Nullable Tensor indicesTensor();

    @Nullable List<Tensor> outputTensor();

    boolean stable();

    /**
     * The same with another {@code dim}.
     *
     * @param value the dimension to pick along; a negative one counts from the end
     */
    default TopkOptions withDim(int value) {
      return new TopkOptions(
          value,
          largest(),
          sorted(),
          memoryConfig(),
          subCoreGrids(),
          indicesTensor(),
          outputTensor(),
          stable());
    }

    /**
     * The same with another {@code largest}.
     *
     * @param value whether the greatest elements are picked; false for the least
     */
    default TopkOptions withLargest(boolean value) {
      return new TopkOptions(
          dim(),
          value,
          sorted(),
          memoryConfig(),
          subCoreGrids(),
          indicesTensor(),
          outputTensor(),
          stable());
    }

    /**
     * The same with another {@code sorted}.
     *
     * @param value whether the picked elements must be in order; they are in order in any case
     */
    default TopkOptions withSorted(boolean value) {
      return new TopkOptions(
          dim(),
          largest(),
          value,
          memoryConfig(),
          subCoreGrids(),
          indicesTensor(),
          outputTensor(),
          stable());
    }

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the results are placed, interleaved; unless given where the tensors to
     *     write to are, else where the input is
     */
    default TopkOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new TopkOptions(
          dim(),
          largest(),
          sorted(),
          value,
          subCoreGrids(),
          indicesTensor(),
          outputTensor(),
          stable());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given
     */
    default TopkOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new TopkOptions(
          dim(),
          largest(),
          sorted(),
          memoryConfig(),
          value,
          indicesTensor(),
          outputTensor(),
          stable());
    }

    /**
     * The same with another {@code indicesTensor}.
     *
     * @param value what stands for the positions of the input's elements, in its shape and for its
     *     last dimension only; the positions themselves unless given
     */
    default TopkOptions withIndicesTensor(@Nullable Tensor value) {
      return new TopkOptions(
          dim(),
          largest(),
          sorted(),
          memoryConfig(),
          subCoreGrids(),
          value,
          outputTensor(),
          stable());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value two tensors to write the values and the indices to instead of new ones; they
     *     must be other ones than the input and fit the results
     */
    default TopkOptions withOutputTensor(@Nullable List<Tensor> value) {
      return new TopkOptions(
          dim(),
          largest(),
          sorted(),
          memoryConfig(),
          subCoreGrids(),
          indicesTensor(),
          value,
          stable());
    }

    /**
     * The same with another {@code stable}.
     *
     * @param value whether the first of equal elements must come first; it always does
     */
    default TopkOptions withStable(boolean value) {
      return new TopkOptions(
          dim(),
          largest(),
          sorted(),
          memoryConfig(),
          subCoreGrids(),
          indicesTensor(),
          outputTensor(),
          value);
    }
  }

  /** Withers of {@link UnaryOptions}. */
  interface OfUnaryOptions {
    @Nullable MemoryConfig memoryConfig();

    @Nullable Tensor outputTensor();

    @Nullable CoreRangeSet subCoreGrids();

    /**
     * The same with another {@code memoryConfig}.
     *
     * @param value where the result is placed; unless given where the tensor to write to is, else
     *     where the input is
     */
    default UnaryOptions withMemoryConfig(@Nullable MemoryConfig value) {
      return new UnaryOptions(value, outputTensor(), subCoreGrids());
    }

    /**
     * The same with another {@code outputTensor}.
     *
     * @param value tensor to write to instead of a new one, which may be the input; its shape,
     *     dtype, layout and memory config must be those of the result
     */
    default UnaryOptions withOutputTensor(@Nullable Tensor value) {
      return new UnaryOptions(memoryConfig(), value, subCoreGrids());
    }

    /**
     * The same with another {@code subCoreGrids}.
     *
     * @param value the cores that the operation may use; all unless given. Where tensors sharded
     *     alike are worked on in place, the cores must include theirs
     */
    default UnaryOptions withSubCoreGrids(@Nullable CoreRangeSet value) {
      return new UnaryOptions(memoryConfig(), outputTensor(), value);
    }
  }
}
